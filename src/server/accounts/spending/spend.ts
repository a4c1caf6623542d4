import { sql } from "kysely";
import type { Db } from "../../db/db.ts";
import { Problem } from "../../kernel/problem.ts";
import { addShares, type BoundReached, passedBound, type Share } from "./project-spend.ts";
import { tellSpending } from "./spend-events.ts";

/** The calendar month (UTC) that spending counts in, e.g. `2026-11`. */
export const monthOf = (time: Date): string => time.toISOString().slice(0, 7);

/** When the next one begins, RFC 3339. */
export const nextMonth = (time: Date): string =>
  new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + 1, 1)).toISOString();

/** The cost of a run that asks to be accepted. */
export interface Wanted {
  /** Null: the organization itself, not a project. */
  projectId: string | null;
  organizationId: string;
  estimateUsd: number;
  /** The part of it that would be on the bill of the organization's own keys: the server's bound is not about that. */
  ownUsd?: number;
  /** Of the server. */
  limitUsd: number;
  now: Date;
}

/**
 * Reserves what a run may cost, in the transaction that accepts it. Make it the last statement: every writer waits for
 * the same row. Throws BILLING_REQUIRED (quota `spend`) if it would pass the month's limit of the server, the
 * organization or the project. Needs a transaction.
 */
export async function reserveSpend(db: Db, reservation: Wanted): Promise<void> {
  const { projectId, organizationId, estimateUsd, ownUsd = 0, limitUsd, now } = reservation;
  if (estimateUsd === 0) return;
  const month = monthOf(now);
  const lentUsd = Math.max(0, estimateUsd - ownUsd);
  await addShares(db, "reserved", month, [{ projectId, organizationId, usd: estimateUsd }]);
  const { rows } = await sql`
    insert into spend_months as m (month, reserved_usd)
    select ${month}, ${lentUsd}::float8 where ${lentUsd}::float8 <= ${limitUsd}::float8
    on conflict (month) do update set reserved_usd = m.reserved_usd + excluded.reserved_usd
      where excluded.reserved_usd = 0
        or m.reserved_usd + m.spent_usd + excluded.reserved_usd <= ${limitUsd}::float8
    returning month`.execute(db);
  if (rows.length === 0) {
    const { reservedUsd, spentUsd } = await spendIn(db, now);
    const remainingUsd = limitUsd - reservedUsd - spentUsd;
    throw refusal({ ...reservation, estimateUsd: lentUsd }, { bound: "server", limitUsd, remainingUsd });
  }
  const passed = await passedBound(db, reservation, month, estimateUsd);
  if (passed) throw refusal(reservation, passed);
  await tellSpending(db, [organizationId], month, now);
}

const refusal = (
  { estimateUsd, now }: Wanted,
  { bound, limitUsd, remainingUsd }: { bound: Bound; limitUsd: number; remainingUsd: number },
): Problem =>
  new Problem("BILLING_REQUIRED", {
    message:
      `This may cost up to ${usd(estimateUsd)}, and ${usd(Math.max(0, remainingUsd))} are left of the ${bound}'s limit of ` +
      `${usd(limitUsd)} for this month. ${raisedBy[bound]} It starts again on ${nextMonth(now).slice(0, 10)} (UTC).`,
    details: {
      quota: "spend",
      bound,
      remaining: cents(Math.max(0, remainingUsd)),
      required: cents(estimateUsd),
      limit: limitUsd,
      resets_at: nextMonth(now),
      upgrade_url: null,
    },
  });

type Bound = "server" | BoundReached["bound"];

const raisedBy: Record<Bound, string> = {
  server: "Whoever runs the server can raise it.",
  organization: "An admin of the organization can raise its `monthlySpendUsd`.",
  project: "An editor can raise the project's `monthlySpendUsd`.",
};

const usd = (amount: number): string => `${amount.toFixed(amount > 0 && amount < 0.1 ? 4 : 2)} USD`;

const cents = (usd: number): number => Math.round(usd * 100) / 100;

/** What of shares is on the server's bill: never less than nothing, whatever an older process has recorded. */
const lent = (shares: readonly Share[]): number =>
  shares.reduce((total, { usd, ownUsd = 0 }) => total + Math.max(0, usd - ownUsd), 0);

/** Adds what calls have cost: for the server, only those that were made with its keys. */
export async function addSpend(db: Db, shares: readonly Share[], now: Date): Promise<void> {
  const payers = await addShares(db, "spent", monthOf(now), shares);
  if (payers.length > 0) await tellSpending(db, payers, monthOf(now), now);
  const usd = lent(shares);
  if (usd === 0) return;
  await db
    .insertInto("spend_months")
    .values({ month: monthOf(now), spent_usd: usd })
    .onConflict((conflict) =>
      conflict.column("month").doUpdateSet((eb) => ({
        spent_usd: eb("spend_months.spent_usd", "+", usd),
      })),
    )
    .execute();
}

/** Gives back what was reserved at `reservedAt` and is no longer needed. */
export async function releaseSpend(db: Db, shares: readonly Share[], reservedAt: Date): Promise<void> {
  const less = shares.map((share) => ({ ...share, usd: -share.usd }));
  await addShares(db, "reserved", monthOf(reservedAt), less);
  const usd = lent(shares);
  if (usd === 0) return;
  await db
    .updateTable("spend_months")
    .set((eb) => ({ reserved_usd: eb.fn("greatest", [eb("reserved_usd", "-", usd), eb.lit(0)]) }))
    .where("month", "=", monthOf(reservedAt))
    .execute();
}

/** What this month's calls with the server's keys have cost, and what accepted runs may still cost, in USD. */
export async function spendIn(db: Db, now: Date): Promise<{ reservedUsd: number; spentUsd: number }> {
  const row = await db
    .selectFrom("spend_months")
    .where("month", "=", monthOf(now))
    .select(["reserved_usd", "spent_usd"])
    .executeTakeFirst();
  return { reservedUsd: row?.reserved_usd ?? 0, spentUsd: row?.spent_usd ?? 0 };
}
