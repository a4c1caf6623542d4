import {
  dropFirstLinks,
  hasAccounts,
  insertFirstLink,
  isFirstLink,
  takeFirstLinks,
} from "../../accounts/first-account.ts";
import type { Db } from "../../db/db.ts";
import { newShareToken, shareTokenHash } from "../../kernel/secret/share-token.ts";
import { personName, personNameFault } from "../../outbound/mail/person-name.ts";
import { AccountError } from "./account-error.ts";
import type { SignIn, SignInOutcome, Visitor } from "./sign-in.ts";

/** Somebody who makes their account on a page: in their words. */
export interface Newcomer extends Visitor {
  email: string;
  /** Their name; blank: taken from the address. */
  name: string;
  /** Blank where nobody has a password. */
  password: string;
  /** The name of the organization that they are invited to. */
  organization?: string;
}

/** How it ended: signed in, as signing in ends, or why no account was made, in one sentence. */
export type Entering = SignInOutcome | { ok: false; why: "refused"; says: string };

/** Accounts that people make for themselves on the server's pages, by a link that lets them. */
export interface Joining {
  /**
   * Whether a new account with this address is made by the provider's sign-in alone: one with a password, by a link that
   * anybody may have copied, would shut its person out of the provider.
   */
  needsProvider(email: string): boolean;
  /** Whether there is an account with this address. */
  hasAccount(email: string): Promise<boolean>;
  /**
   * Signs in to the account with this address, which is made if there is none. Call it only for an address that was
   * invited. A new account's address is unconfirmed: its link may have been copied.
   */
  enter(newcomer: Newcomer): Promise<Entering>;
  /** Whether nobody has an account yet. */
  isFresh(): Promise<boolean>;
  /** The path of a new link for the first account; null if there is an account. */
  firstLink(): Promise<string | null>;
  /** Whether such a link, by its token, still works. */
  opens(token: string): Promise<boolean>;
  /** Makes the first account, by the token of its link, and signs in to it. `expired`: the link does not work. */
  enterFirst(token: string, newcomer: Newcomer): Promise<Entering>;
}

/** Said where somebody makes an account with a password for an address that is the provider's. */
export const atProvider = "People with this address sign in with the identity provider of this server.";

/** Where the link for the first account leads; src/server/pages answers there. */
export const firstPath = "/sign-in/first";

export function createJoining(parts: {
  db: Db;
  now(): Date;
  passwords: boolean;
  needsProvider(email: string): boolean;
  withPassword: SignIn["withPassword"];
  findUser(email: string): Promise<string | null>;
  createUser(
    email: string,
    password: string,
    terms: { name: string; confirmed: boolean; organization?: string },
  ): Promise<string>;
}): Joining {
  const { db, now, passwords, needsProvider, withPassword, findUser, createUser } = parts;
  let fresh = true;

  async function isFresh(): Promise<boolean> {
    // A server that has had accounts does not go back to its beginning while it runs.
    fresh &&= !(await hasAccounts(db));
    return fresh;
  }

  /** Null once the account is there. */
  async function make(
    { email, name, password, organization }: Newcomer,
    confirmed: boolean,
  ): Promise<string | null> {
    const wrongName = personNameFault(name);
    if (wrongName !== null) return wrongName;
    try {
      await createUser(email, password, {
        ...{ name: nameIn(name, email), confirmed },
        ...(organization ? { organization } : {}),
      });
      return null;
    } catch (error) {
      // The same form was sent twice: the account is there, and its password decides.
      if (await findUser(email)) return null;
      if (!(error instanceof AccountError)) throw error;
      return error.message;
    }
  }

  const enterAs = (newcomer: Newcomer): Promise<SignInOutcome> => {
    const { email, password, from, cookie } = newcomer;
    return withPassword({ email, password, from, cookie });
  };

  return {
    needsProvider,
    hasAccount: async (email) => (await findUser(email)) !== null,
    async enter(newcomer) {
      const isThere = (await findUser(newcomer.email)) !== null;
      if (!isThere && needsProvider(newcomer.email)) return { ok: false, why: "refused", says: atProvider };
      const fault = isThere ? null : await make(newcomer, false);
      return fault === null ? enterAs(newcomer) : { ok: false, why: "refused", says: fault };
    },
    isFresh,
    async firstLink() {
      if (!(await isFresh())) {
        await dropFirstLinks(db);
        return null;
      }
      const { token, hash } = newShareToken();
      await insertFirstLink(db, hash, now());
      return `${firstPath}?${new URLSearchParams({ token })}`;
    },
    async opens(token) {
      const hash = shareTokenHash(token);
      return hash !== null && (await isFresh()) && isFirstLink(db, hash);
    },
    async enterFirst(token, newcomer) {
      const hash = shareTokenHash(token);
      if (!hash || !(await isFresh()) || !(await takeFirstLinks(db, hash)))
        return { ok: false, why: "expired" };
      // Where it makes nothing, it is still good.
      const putBack = () => insertFirstLink(db, hash, now());
      const fault = await make(newcomer, true).catch(async (error: unknown) => {
        await putBack();
        throw error;
      });
      if (fault !== null) {
        await putBack();
        return { ok: false, why: "refused", says: fault };
      }
      return passwords ? enterAs(newcomer) : { ok: true, cookies: [] };
    },
  };
}

/** A blank one is taken from the address. */
const nameIn = (text: string, email: string): string => personName(text) || (email.split("@")[0] ?? "");
