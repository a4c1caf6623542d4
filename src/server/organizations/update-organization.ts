import { Type } from "typebox";
import { action } from "../api/action.ts";
import { reply } from "../api/reply.ts";
import { Nullable } from "../api/schema/schema.ts";
import { MonthlySpend } from "../api/schema/spending.ts";
import { hasBucket } from "../exports/bucket/buckets.ts";
import type { Db } from "../kernel/db.ts";
import { Problem } from "../kernel/problem.ts";
import { changesBetween } from "./audit-log/audited-changes.ts";
import { organization } from "./organization-examples.ts";
import { OrganizationView, organizationView } from "./organization-view.ts";
import { changeOrganization, findOrganization } from "./organizations.ts";
import { changeRetention, findRetention } from "./retention/retention.ts";
import { daysOf, RetentionTerms } from "./retention/retention-terms.ts";

export const updateOrganization = action({
  name: "update_organization",
  http: "PATCH /v1/organization",
  summary: "Rename the organization, limit its monthly spending, or set how long it keeps answers.",
  description:
    "For admins. Beyond `monthlySpendUsd`, runs and drafts are refused with 402 until the month ends. `retention` takes effect after a day: the answer says what goes then.",
  tag: "organization",
  scope: "projects:write",
  role: "admin",
  effect: "writes",
  limit: "write",
  sessionOnly: true,
  input: Type.Object({
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 100, description: "Its name." })),
    monthlySpendUsd: Type.Optional(
      Nullable(MonthlySpend("What its calls may cost in a calendar month, USD."), {
        description: "What its calls may cost in a calendar month, USD; null: as much as the server allows.",
      }),
    ),
    retention: Type.Optional(RetentionTerms),
  }),
  output: OrganizationView,
  example: () => ({
    bodies: {
      usual: { summary: "Another name", value: { name: organization.name, retention: { answersDays: 90 } } },
    },
    answers: { Organization: { summary: "An agency", data: organization } },
  }),
}).run(async ({ caller, settings, now, write }, { retention, ...changes }) =>
  write(async (db) => {
    const before = await termsOf(db, caller.organizationId, now());
    await changeOrganization(db, caller.organizationId, changes);
    if (retention) await changeRetention(db, caller.organizationId, daysOf(retention), now());
    const organization = await findOrganization(db, caller.organizationId);
    if (!organization) throw new Problem("ORGANIZATION_NOT_FOUND");
    const currentRetention = await findRetention(db, caller.organizationId, now());
    const view = organizationView(organization, caller, settings.plans[caller.plan].roles, {
      ...{ retention: currentRetention, hasBucket: await hasBucket(db, caller.organizationId) },
    });
    return reply(view, {
      audited: changesBetween(before, await termsOf(db, caller.organizationId, now())),
    });
  }),
);

/** What of an organization may change, as the audit log compares it. */
async function termsOf(db: Db, id: string, now: Date) {
  const [organization, retention] = [await findOrganization(db, id), await findRetention(db, id, now)];
  return {
    name: organization?.name ?? null,
    monthly_spend_usd: organization?.monthlySpendUsd ?? null,
    answers_days: retention?.answers.days ?? null,
    rows_days: retention?.rows.days ?? null,
    audit_days: retention?.audit.days ?? null,
  };
}
