import type { Config } from "../../config.ts";
import { filesOfAccount } from "../account-export/account-files.ts";
import { type ListedAccount, listAccounts } from "../accounts/account-list.ts";
import { deleteConnectorsOf } from "../accounts/connectors/connectors.ts";
import { disableUser, enableUser, endSecondStepOf, endSessions } from "../accounts/disabling.ts";
import { type ApiKey, deleteKeysOf, findKeyOwner, listKeys } from "../accounts/keys/keys.ts";
import { unlinkProvider } from "../accounts/oidc-grants.ts";
import {
  findUserById,
  ownIssuer,
  proveAddress,
  type User,
  userOf,
  usersWithEmail,
} from "../accounts/users.ts";
import { AccountError } from "../auth/accounts/account-error.ts";
import type { Identity } from "../auth/accounts/identity.ts";
import type { Store } from "../db/store.ts";
import { transaction } from "../db/transaction.ts";
import { deleteAccount, deleteProjectsOfGone } from "../deletion/account-deletion.ts";
import { canonicalUuid } from "../kernel/id.ts";
import { organizationsOf } from "../organizations/organizations.ts";
import { countProjects } from "../projects/projects.ts";
import { writeArchive } from "./archive-file.ts";
import { CommandError } from "./io.ts";

/** An account by its address or its id. */
export interface Who {
  email?: string | undefined;
  id?: string | undefined;
}

/** What an operator does to accounts, their keys and sessions. */
export interface AccountOperations {
  listAccounts(query: { search: string | null; limit: number }): Promise<ListedAccount[]>;
  /** Disables an account; false if it already was. */
  disableUser(account: Who): Promise<boolean>;
  /** False if it was already enabled. */
  enableUser(account: Who): Promise<boolean>;
  /** Deletes an account and the organizations that are its alone; without `confirmed` it only says what that is. */
  deleteUser(input: Who & { confirmed: boolean }): Promise<{ projects: number; keys: number }>;
  /** Writes everything stored about an account into an archive; returns its size in bytes. */
  exportUser(input: Who & { file: string }): Promise<number>;
  /** Sets a password, or makes a link, ends every session, and removes whatever else was requested. Returns the link. */
  resetPassword(reset: PasswordReset): Promise<string | null>;
  /** Returns how many there were. */
  endSessions(account: Who): Promise<number>;
  /** Lets another person of the identity provider sign in to the account; false if none did. */
  unlinkUser(account: Who): Promise<boolean>;
  /** Vouches for the address of an account; false if it was confirmed before. */
  confirmUser(account: Who): Promise<boolean>;
  listKeys(account: Who): Promise<ApiKey[]>;
  /** By its id, or by the key's first characters, as lists show them. */
  revokeKey(input: { key: string }): Promise<void>;
}

export interface PasswordReset {
  email: string;
  /** Null: none is set; instead a link is made with which its owner sets one. */
  password: string | null;
  endSecondStep: boolean;
  revokeKeys: boolean;
  revokeConnectors: boolean;
}

export interface AccountParts {
  config: Config;
  store: Store;
  identity: Identity;
  now(): Date;
  /** Called when what was cached about a user is no longer valid. */
  forgetUser?(userId: string): void;
}

const noAccount =
  "There is no account with this email address. Create one with `npm run -s overheard -- user create --email ADDRESS`.";

/** The user with an address or an id, created if the account has not used the API yet. Throws CommandError. */
export async function userBy(
  { config, store: { db }, identity, now }: AccountParts,
  { email, id }: Who,
): Promise<User> {
  if (id !== undefined) {
    const user = canonicalUuid(id) && (await findUserById(db, id));
    if (!user) throw new CommandError("There is no account with this id; `user list` shows them.");
    return user;
  }
  if (email === undefined) throw new CommandError("Say whose account with --email or --id.", 2);
  if (config.jwt) {
    const [user, ...others] = await usersWithEmail(db, config.jwt.issuer, email);
    if (!user) throw new CommandError("Nobody with this email address has used the API yet.");
    if (others.length === 0) return user;
    throw new CommandError(
      `${others.length + 1} users of the identity provider share this address: say which with --id.`,
    );
  }
  const subject = await identity.findUser(email);
  if (!subject) throw new AccountError(noAccount);
  return userOf(db, { issuer: ownIssuer, subject, email: email.toLowerCase() }, now());
}

export function ownAccountsOnly({ jwt }: Config): void {
  if (jwt) throw new CommandError(`Accounts and their tokens come from the identity provider ${jwt.issuer}.`);
}

export function createAccountOperations(parts: AccountParts): AccountOperations {
  const { config, store, identity, now, forgetUser } = parts;
  const { db } = store;
  const userWith = (who: Who) => userBy(parts, who);

  return {
    listAccounts: (query) => listAccounts(db, query),
    async disableUser(who) {
      const { id } = await userWith(who);
      const shut = await disableUser(db, id, now());
      forgetUser?.(id);
      return shut;
    },
    async enableUser(who) {
      const { id } = await userWith(who);
      return enableUser(db, id);
    },
    async deleteUser({ confirmed, ...who }) {
      const { id } = await userWith(who);
      const lost = { projects: 0, keys: (await listKeys(db, { organizationId: null, userId: id })).length };
      for (const { id: organizationId, members } of await organizationsOf(db, id))
        if (members === 1) lost.projects += await countProjects(db, organizationId);
      if (!confirmed) return lost;
      const gone = await transaction(db, (db) => deleteAccount(db, id, now()));
      forgetUser?.(id);
      await deleteProjectsOfGone(db, gone, now());
      return lost;
    },
    async exportUser({ file, ...who }) {
      const user = await userWith(who);
      const terms = { siteUrl: config.siteUrl, now: now() };
      return writeArchive(file, filesOfAccount(db, user, terms), terms.now);
    },
    async resetPassword({ email, password, endSecondStep, revokeKeys, revokeConnectors }) {
      ownAccountsOnly(config);
      const link = password === null ? await identity.resetLink(email) : null;
      if (password !== null) await identity.resetPassword(email, password);
      const { id, subject } = await userWith({ email });
      await endSessions(db, id);
      await transaction(db, async (db) => {
        if (endSecondStep) await endSecondStepOf(db, id);
        if (revokeKeys) await deleteKeysOf(db, id);
        if (revokeConnectors) await deleteConnectorsOf(db, id);
      });
      if (revokeKeys || revokeConnectors) forgetUser?.(id);
      if (password !== null || endSecondStep) await identity.changed(subject, "reset_by_operator");
      return link;
    },
    async endSessions(who) {
      ownAccountsOnly(config);
      const { id } = await userWith(who);
      const endedCount = await endSessions(db, id);
      forgetUser?.(id);
      return endedCount;
    },
    async unlinkUser(who) {
      ownAccountsOnly(config);
      const { id, subject } = await userWith(who);
      const unlinked = await transaction(db, (db) => unlinkProvider(db, subject));
      forgetUser?.(id);
      if (unlinked) await identity.changed(subject, "unlinked");
      return unlinked;
    },
    async confirmUser(who) {
      ownAccountsOnly(config);
      return proveAddress(db, (await userWith(who)).subject);
    },
    async listKeys(who) {
      return listKeys(db, { organizationId: null, userId: (await userWith(who)).id });
    },
    async revokeKey({ key }) {
      const keys = await findKeyOwner(db, key);
      if (keys.length > 1) throw new CommandError(`${keys.length} keys begin so: say which by its id.`);
      const [one] = keys;
      if (!one)
        throw new CommandError(
          "There is no key with this id or beginning. `key list` shows those of an account.",
        );
      await deleteKeysOf(db, one.userId, one.id);
      forgetUser?.(one.userId);
    },
  };
}
