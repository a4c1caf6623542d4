import {
  dropUnlinkedVoucher,
  dropUnopenedAccount,
  roleOfVoucher,
  standingOf,
  standingToAccount,
} from "../../accounts/oidc-grants.ts";
import type { Db } from "../../db/db.ts";
import type { Log } from "../../kernel/log.ts";
import type { Vault } from "../../kernel/secret/vault.ts";
import { isInvited } from "../../organizations/invitations/invitations.ts";
import { type AdmissionRules, kindOfRoleClaim } from "./admission.ts";
import { createProvider, type ProviderSettings } from "./provider.ts";
import type { ProviderPluginParts } from "./provider-plugin.ts";
import { createRenewal, reportFault, reportRefusal } from "./renewal.ts";

/** The parts of signing in with the provider. */
export function providerParts(
  around: {
    db: Db;
    log: Log;
    vault: Vault;
    network?: typeof fetch;
    now(): Date;
    shutOut(accountId: string): Promise<void>;
    config: { siteUrl: string; signUp: "open" | "closed" };
  },
  settings: ProviderSettings & AdmissionRules & { name: string },
): ProviderPluginParts {
  const { db, log, vault, network, now, config, shutOut } = around;
  const provider = createProvider(settings, { log, ...(network ? { network } : {}) });
  const renewal = createRenewal({ db, log, provider, rules: settings, vault, now, shutOut });
  const { name, domains, roleClaim } = settings;
  return {
    ...{ provider, rules: settings, renewal, name },
    async standingOf(email, subject) {
      const standing = await standingOf(db, email, subject);
      // Anybody may have asked for it, and it must not keep out whoever the address belongs to.
      const isGone = standing === "unproven" && (await dropUnopenedAccount(db, email));
      return isGone ? standingOf(db, email, subject) : standing;
    },
    standingToAccount: (accountId, subject) => standingToAccount(db, accountId, subject),
    roleBefore: (subject) => roleOfVoucher(db, subject),
    report: (error) => reportFault(log, error),
    turnedAway: (why, claims) => reportRefusal(log, why, kindOfRoleClaim(claims, settings)),
    forget: (subject) => dropUnlinkedVoucher(db, subject),
    isInvited: (email) => isInvited(db, email, now()),
    // Without any rule from the operator, it could be anybody with an account at the provider.
    makesAccounts: domains.length > 0 || roleClaim !== null || config.signUp === "open",
    errorAddress: `${new URL(config.siteUrl).origin}/sign-in`,
  };
}
