import { hash } from "node:crypto";
import {
  type AccountOwner,
  accountByEmail,
  accountById,
  accountByPasskey,
  accountBySession,
  accountByVerification,
} from "../../../accounts/account-list.ts";
import type { Db } from "../../../db/db.ts";
import type { Limiter } from "../../../kernel/limit.ts";
import type { Log } from "../../../kernel/log.ts";
import { auditAccount } from "../../../organizations/audit-log/audit-log.ts";
import { typedAddress } from "../../../outbound/mail/email-address.ts";
import type { AccountRequest } from "../fetch-accounts.ts";
import {
  type CookieNames,
  cookiesOnce,
  pendingAccount,
  sessionTokenIn,
  sessionTokenOf,
} from "../session-cookies.ts";
import { sessionTokenHash } from "../session-tokens.ts";
import type { CredentialChange, Notices, Place } from "./notices.ts";
import { outcomeOf, type SignInEnd, wayOf } from "./sign-in-end.ts";

/** Sees how every attempt to sign in ends, and every change of what somebody signs in with. */
interface SignIns {
  /** Answers a request and notes what came of it. */
  watch(request: AccountRequest, answer: () => Promise<Response>): Promise<Response>;
  /** One line in the log, one more in the metrics, and an entry in the log of the account's organizations. Never rejects. */
  signInEnded(end: SignInEnd): Promise<void>;
  /** The same for a change, with a letter to the owner. Never rejects. */
  changed(accountId: string, change: CredentialChange, from: Place | null): Promise<void>;
}

/** The changes of credentials, by path. */
const changeAt: Record<string, CredentialChange> = {
  "/change-password": "password",
  "/reset-password": "password",
  "/passkey/verify-registration": "passkey_added",
  "/passkey/delete-passkey": "passkey_removed",
  "/two-factor/enable": "second_step_begun",
  "/two-factor/disable": "second_step_off",
  "/two-factor/verify-totp": "second_step_on",
};

/** What follows these has an entry of its own. */
const halves = ["second_step_due", "password_set", "letter_sent"];

export function createSignIns(parts: {
  db: Db;
  log: Log;
  limiter: Limiter;
  notices: Notices;
  cookieNames: CookieNames;
  /** Counts it for the metrics. */
  observe(end: Pick<SignInEnd, "way" | "outcome">): void;
  now(): Date;
}): SignIns {
  const { db, log, limiter, notices, cookieNames, observe, now } = parts;

  /** What fails here must not fail the sign-in that it is about. */
  const quietly = (work: Promise<unknown>): Promise<void> =>
    work.then(
      () => undefined,
      (error) => log.warn({ err: error }, "a sign-in could not be noted"),
    );

  async function note(end: SignInEnd): Promise<void> {
    const { way, outcome, accountId, source } = end;
    log.info({ way, outcome, account: accountId, source }, "a sign-in ended");
    observe({ way, outcome });
    if (accountId === null) return;
    const action = outcome === "signed_in" ? "sign_in" : "sign_in_refused";
    if (halves.includes(outcome) || !(await isNoted(action, end))) return;
    await auditAccount(db, accountId, { action, source, details: { way, outcome }, at: now() });
  }

  /** Of guesses, one of a kind in a while is noted: nobody fills the log of an organization with them. */
  async function isNoted(action: string, { accountId, way, outcome }: SignInEnd): Promise<boolean> {
    const rule = action === "sign_in" ? "sign_in_known" : "sign_in_refused";
    const state = await limiter.take(hash("sha256", `${accountId}`), `${action} ${way} ${outcome}`, rule);
    return !state || state.allowed;
  }

  async function noteChange(accountId: string, change: CredentialChange, from: Place | null): Promise<void> {
    const source = from?.address ?? null;
    log.info({ change, account: accountId, source }, "how somebody signs in was changed");
    const details = { changed: change };
    await auditAccount(db, accountId, { action: "change_credentials", source, details, at: now() });
    const owner = await accountById(db, accountId);
    if (owner) await notices.changed(owner.email, change, from);
  }

  const holderOf = (token: string | null) =>
    token === null ? null : accountBySession(db, sessionTokenHash(token));

  /** Whose session or link asks for a change: both are gone once they have been used. */
  async function ownerBefore({ path, fields, headers }: AccountRequest): Promise<AccountOwner | null> {
    if (path !== "/reset-password") return holderOf(sessionTokenOf(cookiesOf(headers), cookieNames));
    return accountByVerification(db, hash("sha256", `reset-password:${fields.token}`, "base64url"));
  }

  /** Whom an attempt that let nobody in was about. */
  async function tried({ path, fields, headers }: AccountRequest): Promise<AccountOwner | null> {
    if (path.startsWith("/two-factor/")) {
      const pending = pendingAccount(cookiesOf(headers), cookieNames);
      return pending === null ? null : accountByVerification(db, pending);
    }
    if (path === "/passkey/verify-authentication") {
      const { id } = (fields.response ?? {}) as { id?: unknown };
      return typeof id === "string" ? accountByPasskey(db, id) : null;
    }
    const address = typedAddress(fields.email);
    return address === null ? null : accountByEmail(db, address);
  }

  async function after(
    request: AccountRequest,
    before: AccountOwner | null,
    response: Response,
  ): Promise<void> {
    const { path, headers, from } = request;
    const place: Place = { address: from, userAgent: headers.get("user-agent") };
    const change = changeAt[path];
    if (change && before && response.ok) await noteChange(before.accountId, change, place);
    const way = wayOf(path);
    // A code that proves a new authenticator app signs nobody in.
    if (!way || (way === "second_step" && before)) return;
    const cookies = response.headers.getSetCookie();
    const holder = await holderOf(sessionTokenIn(cookies, cookieNames));
    const owner = holder ?? before ?? (await tried(request));
    const rawOutcome = await outcomeOf(way, response);
    const outcome = rawOutcome === "wrong_password" && !owner ? "unknown_account" : rawOutcome;
    await note({ way, outcome, accountId: owner?.accountId ?? null, source: from });
    if (!holder || outcome !== "signed_in") return;
    if (path === "/two-factor/verify-backup-code")
      await noteChange(holder.accountId, "backup_code_used", place);
    if (
      way !== "sign_up" &&
      cookies.some((cookie) => /^(?:__Host-)?overheard(?:-\d+)?\.device=/.test(cookie))
    )
      await notices.newDevice(holder.email, place);
  }

  return {
    async watch(request, answer) {
      const { path } = request;
      if (!changeAt[path] && !wayOf(path)) return answer();
      const before = changeAt[path] ? await ownerBefore(request).catch(() => null) : null;
      const response = await answer();
      await quietly(after(request, before, response));
      return response;
    },
    signInEnded: (end) => quietly(note(end)),
    changed: (accountId, change, from) => quietly(noteChange(accountId, change, from)),
  };
}

/** The cookies that the account library reads. */
const cookiesOf = (headers: Headers): string => cookiesOnce(headers.get("cookie") ?? "");
