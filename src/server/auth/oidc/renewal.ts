import { setTimeout as delay } from "node:timers/promises";
import {
  beginRenewal,
  endRenewal,
  endVouchedSessions,
  putVoucher,
  renewVoucher,
  type Voucher,
  voucherOf,
} from "../../accounts/oidc-grants.ts";
import type { Db } from "../../db/db.ts";
import type { Log } from "../../kernel/log.ts";
import { Problem } from "../../kernel/problem.ts";
import type { Vault } from "../../kernel/secret/vault.ts";
import { type Admission, type AdmissionRules, admit, type Claims, kindOfRoleClaim } from "./admission.ts";
import type { Provider } from "./provider.ts";
import { ProviderError } from "./provider-error.ts";

/** How long the provider's word is valid. Source: docs/sign-in.md, "When somebody leaves". */
export const vouchedForMs = 15 * 60_000;
/** The provider is asked again once its word is this old, so that a token still has two thirds of its life. */
const askedAgainAfterMs = 5 * 60_000;
/** A token valid for less than this is not issued. */
const leastMs = 60_000;
/** Longer than four requests of five seconds each. */
const renewalMs = 30_000;
/** How long one request waits for another that is already asking. */
const patienceMs = 6_000;

export interface Renewal {
  /** Stores what the provider has just said about a person. */
  vouch(subject: string, claims: Claims, role: string | null, refreshToken: string | null): Promise<void>;
  /**
   * Until when the provider's word is valid for this account, after asking again if it is old. Null if it no longer
   * vouches for the account, whose sessions then end. Throws SERVICE_UNAVAILABLE if it is away and its word too old.
   */
  validUntil(accountId: string): Promise<Date | null>;
}

export function createRenewal(parts: {
  db: Db;
  log: Log;
  provider: Provider;
  rules: AdmissionRules;
  vault: Vault;
  now(): Date;
  /** Called when the provider no longer vouches for an account. */
  shutOut(accountId: string): Promise<void>;
}): Renewal {
  const { db, log, provider, rules, vault, now } = parts;
  /** In ms. A time in the future, from a clock that was set back since, counts as too old. */
  const age = ({ vouchedAt }: Voucher): number => {
    const ms = now().getTime() - vouchedAt.getTime();
    return ms < -leastMs ? Number.POSITIVE_INFINITY : ms;
  };
  const end = ({ vouchedAt }: Voucher): Date => new Date(vouchedAt.getTime() + vouchedForMs);

  const sealed = async (subject: string, token: string | null) =>
    token === null ? null : vault.seal(subject, token);

  const vouch: Renewal["vouch"] = async (subject, _claims, role, refreshToken) => {
    const sealedToken = await sealed(subject, refreshToken);
    await putVoucher(db, { subject, role, vouchedAt: now(), sealedToken });
  };

  async function validUntil(accountId: string): Promise<Date | null> {
    const deadline = performance.now() + patienceMs;
    for (;;) {
      const voucher = await voucherOf(db, accountId);
      if (!voucher) return shutOut(accountId, "unknown");
      if (age(voucher) < askedAgainAfterMs) return end(voucher);
      const until = new Date(now().getTime() + renewalMs);
      if (await beginRenewal(db, voucher, now(), until)) {
        const outcome = await askAgain(voucher);
        if (outcome === "refused") return shutOut(accountId, "refused");
        if (outcome === "away") return stillValid(voucher);
        continue;
      }
      if (performance.now() > deadline) return stillValid(voucher);
      await delay(100);
    }
  }

  async function askAgain(voucher: Voucher): Promise<"vouched" | "refused" | "away"> {
    const { subject, sealedToken } = voucher;
    // A provider without refresh tokens can be asked only through the browser.
    if (sealedToken === null) {
      await endRenewal(db, voucher);
      return age(voucher) < vouchedForMs - leastMs ? "away" : "refused";
    }
    const token = (await vault.open(subject, sealedToken)) as string | undefined;
    // Its word is as old as the question: a slow answer gains no time.
    const vouchedAt = now();
    try {
      if (token === undefined) throw new ProviderError("refused");
      const { claims, refreshToken } = await provider.renew(token, subjectIn(subject));
      const admission = admit(claims, rules, voucher.role);
      if (!admission.ok) {
        reportRefusal(log, admission.why, kindOfRoleClaim(claims, rules));
        throw new ProviderError("refused");
      }
      const fresh = {
        subject,
        role: admission.role,
        vouchedAt,
        sealedToken: await sealed(subject, refreshToken),
      };
      await renewVoucher(db, voucher, fresh);
      return "vouched";
    } catch (error) {
      // A process that has asked since knows better: the token tried here is used up.
      if (!(await endRenewal(db, voucher))) return "vouched";
      if (!(error instanceof ProviderError)) throw error;
      reportFault(log, error);
      return error.kind;
    }
  }

  async function shutOut(accountId: string, why: string): Promise<null> {
    await endVouchedSessions(db, accountId);
    log.info({ account: accountId, why }, "the identity provider does not vouch for this account any more");
    await parts.shutOut(accountId);
    return null;
  }

  /** The provider is away: its last word is valid to its end, and nobody is let in or shut out for good. */
  function stillValid(voucher: Voucher): Date {
    if (age(voucher) < vouchedForMs - leastMs) return end(voucher);
    throw new Problem("SERVICE_UNAVAILABLE", { retryAfterSeconds: 30 });
  }

  return { vouch, validUntil };
}

/** One line with the provider's own code; its words are noted where they are read. */
export function reportFault(log: Log, { kind, fault, code }: ProviderError): void {
  if (kind === "away") log.warn({ fault, code }, "the identity provider cannot be used");
  else log.info({ fault, code }, "the identity provider refuses what it gave out before");
}

/** One line with the reason and the kind of the role's claim, without what the provider says. */
export function reportRefusal(
  log: Log,
  why: (Admission & { ok: false })["why"],
  roleClaim: string | null,
): void {
  log.info(
    { why, ...(roleClaim === null ? {} : { roleClaim }) },
    "a person of the identity provider may not sign in",
  );
}

/** Identifies a person of an issuer. */
export const subjectOf = (issuer: string, sub: string): string => `${issuer} ${sub}`;

const subjectIn = (subject: string): string => subject.slice(subject.indexOf(" ") + 1);
