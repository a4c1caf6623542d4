import { createHmac } from "node:crypto";
import {
  type BrowserSession,
  endSession,
  listSessions,
  type SecondFactors,
  secondFactorsOf,
} from "../../accounts/sessions.ts";
import { isAddressProven, proveAddress } from "../../accounts/users.ts";
import type { Db } from "../../db/db.ts";
import { isSameText } from "../same-text.ts";
import type { AccountRequest, FetchAccounts } from "./fetch-accounts.ts";
import type { ConfirmationLinks } from "./links/confirmation-link.ts";
import type { Visitor } from "./sign-in.ts";

/** A user who is signed in, for the page of their own account. */
export interface Person {
  accountId: string;
  sessionId: string;
  email: string;
  /** Required with every change: only our own page can know it. */
  csrf: string;
}

/** The outcome of a change: done, with cookies for the browser, or why not. */
export type Change =
  | { ok: true; cookies: string[] }
  | { ok: false; why: "wrong" | "limited" | "busy" | "sign_in_again" };

/** An authenticator app that is still to be proven, with recovery codes. */
export interface NewTotp {
  uri: string;
  backupCodes: string[];
}

/** What people can do with their own account, for its page. */
export interface OwnAccount {
  /** Null if nobody is signed in. */
  who(visitor: Visitor): Promise<Person | null>;
  isOwn(person: Person, csrf: string): boolean;
  /** A session JWT for what this page does through the API; null if the session has ended. */
  token(visitor: Visitor): Promise<string | null>;
  sessions(person: Person): Promise<BrowserSession[]>;
  factors(person: Person): Promise<SecondFactors>;
  endSession(person: Person, id: string): Promise<void>;
  endOtherSessions(person: Person): Promise<void>;
  signOut(visitor: Visitor): Promise<string[]>;
  changePassword(
    input: { current: string; fresh: string } & Visitor,
  ): Promise<Change | { badPassword: string }>;
  beginTotp(password: string, visitor: Visitor): Promise<NewTotp | Change>;
  confirmTotp(code: string, visitor: Visitor): Promise<Change>;
  endTotp(password: string, visitor: Visitor): Promise<Change>;
  removePasskey(id: string, visitor: Visitor): Promise<Change>;
  /** What has become of the confirmation of their address; `closed`: only the operator can confirm it. */
  confirmation(person: Person): Promise<"confirmed" | "open" | "closed">;
  /** Sends a link that confirms the address. False: too many. */
  sendConfirmation(person: Person): Promise<boolean>;
  /** Confirms the address by such a link, once; false if it does not work, or no longer does. */
  confirm(person: Person, token: string): Promise<boolean>;
}

export function createOwnAccount(parts: {
  db: Db;
  fetch: FetchAccounts;
  /** The session of a visitor; null if it has ended. */
  sessionOf(
    headers: Headers,
  ): Promise<{ user: { id: string; email: string }; session: { id: string } } | null>;
  site: string;
  csrfSecret: Buffer;
  /** Null if no mail is sent. */
  confirmations: ConfirmationLinks | null;
  now(): Date;
}): OwnAccount {
  const { db, fetch, sessionOf, site, csrfSecret, confirmations, now } = parts;
  const csrfOf = (session: string) => createHmac("sha256", csrfSecret).update(session).digest("base64url");

  const post = (path: string, fields: AccountRequest["fields"], { from, cookie }: Visitor) =>
    fetch({ method: "POST", path, fields, headers: new Headers({ origin: site, cookie }), from });
  const changed = async (path: string, fields: AccountRequest["fields"], visitor: Visitor): Promise<Change> =>
    changeOf(await post(path, fields, visitor));

  return {
    async who({ cookie }) {
      const facts = await sessionOf(new Headers({ cookie }));
      if (!facts) return null;
      const { user, session } = facts;
      return { accountId: user.id, sessionId: session.id, email: user.email, csrf: csrfOf(session.id) };
    },
    isOwn: ({ csrf }, csrfToken) => isSameText(csrfToken, csrf),
    async token({ from, cookie }) {
      const response = await fetch({
        ...{ method: "GET", path: "/token", fields: {} },
        ...{ headers: new Headers({ cookie }), from },
      });
      return response.ok ? ((await response.json()) as { token: string }).token : null;
    },
    sessions: ({ accountId }) => listSessions(db, accountId, now()),
    factors: ({ accountId }) => secondFactorsOf(db, accountId),
    async endSession({ accountId }, id) {
      await endSession(db, accountId, { id, others: false });
    },
    async endOtherSessions({ accountId, sessionId }) {
      await endSession(db, accountId, { id: sessionId, others: true });
    },
    async signOut(visitor) {
      return (await post("/sign-out", {}, visitor)).headers.getSetCookie();
    },
    async changePassword({ current, fresh, ...visitor }) {
      const body = { currentPassword: current, newPassword: fresh, revokeOtherSessions: true };
      const response = await post("/change-password", body, visitor);
      const { code = "", message = "" } = (await response.clone().json()) as {
        code?: string;
        message?: string;
      };
      return /^PASSWORD_TOO/.test(code) ? { badPassword: message } : changeOf(response);
    },
    async beginTotp(password, visitor) {
      const response = await post("/two-factor/enable", { password }, visitor);
      if (!response.ok) return changeOf(response);
      const { totpURI, backupCodes } = (await response.json()) as { totpURI: string; backupCodes: string[] };
      return { uri: totpURI, backupCodes };
    },
    confirmTotp: (code, visitor) =>
      changed("/two-factor/verify-totp", { code: code.replace(/\s/g, "") }, visitor),
    endTotp: (password, visitor) => changed("/two-factor/disable", { password }, visitor),
    removePasskey: (id, visitor) => changed("/passkey/delete-passkey", { id }, visitor),
    async confirmation({ accountId }) {
      if (await isAddressProven(db, accountId)) return "confirmed";
      return confirmations ? "open" : "closed";
    },
    sendConfirmation: async (person) => (await confirmations?.send(person)) ?? false,
    confirm: async (person, token) =>
      (confirmations?.fits(person, token) ?? false) && proveAddress(db, person.accountId),
  };
}

async function changeOf(response: Response): Promise<Change> {
  if (response.ok) return { ok: true, cookies: response.headers.getSetCookie() };
  if (response.status === 429) return { ok: false, why: "limited" };
  const { code = "" } = (await response.json().catch(() => ({}))) as { code?: string };
  if (code === "BUSY") return { ok: false, why: "busy" };
  return { ok: false, why: code === "SESSION_NOT_FRESH" ? "sign_in_again" : "wrong" };
}
