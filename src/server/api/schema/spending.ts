import { type Static, Type } from "typebox";
import type { SpendOf } from "../../accounts/spending/project-spend.ts";
import { Closed, Nullable, ObjectOrNull, Time } from "./schema.ts";

/** A bound on what a calendar month may cost, USD. */
export const MonthlySpend = (description: string) =>
  Type.Number({ minimum: 0, maximum: 1_000_000, description });

const usd = (description: string) => Type.Number({ minimum: 0, description });

const Spending = (description: string) =>
  Closed(
    {
      limit_usd: Nullable(usd("Limit for the month."), {
        description: "Limit for the month; null: no separate limit.",
      }),
      spent_usd: usd("What calls have cost this month."),
      reserved_usd: usd("What accepted runs may still cost."),
    },
    { description },
  );

/** What has been spent of a month. */
export const SpendingView = Closed(
  {
    organization: ObjectOrNull(
      Spending("Of the organization."),
      "Of the organization; null for a limited member.",
    ),
    project: ObjectOrNull(Spending("Of the requested project."), "Of the requested project, if any."),
    resets_at: Time("When the next month begins."),
  },
  { description: "What calls cost this month (UTC), USD." },
);

export const spendingView = (
  { organization, project }: { organization: SpendOf | null; project: SpendOf | null },
  resetsAt: string,
): Static<typeof SpendingView> => ({
  organization: organization && amountsOf(organization),
  project: project && amountsOf(project),
  resets_at: resetsAt,
});

const amountsOf = ({ limitUsd, spentUsd, reservedUsd }: SpendOf) => ({
  limit_usd: limitUsd,
  spent_usd: cents(spentUsd),
  reserved_usd: cents(reservedUsd),
});

const cents = (usd: number): number => Math.round(usd * 100) / 100;
