import { sql } from "kysely";
import { Problem } from "../../kernel/problem.ts";
import type { Db } from "../db/db.ts";

/** The calendar month (UTC) that spending counts in, e.g. `2026-11`. */
const monthOf = (time: Date): string => time.toISOString().slice(0, 7);

const nextMonth = (time: Date): string =>
  new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + 1, 1)).toISOString();

/**
 * Reserves what a run may cost, in the transaction that accepts it; keep it the last statement, every
 * writer waits for this one row. Throws BILLING_REQUIRED (quota `spend`) where the month's bound would be passed.
 */
export async function reserveSpend(
  db: Db,
  { estimateUsd, limitUsd, now }: { estimateUsd: number; limitUsd: number; now: Date },
): Promise<void> {
  if (estimateUsd === 0) return;
  const month = monthOf(now);
  const { rows } = await sql`
    insert into spend_months as m (month, reserved_usd)
    select ${month}, ${estimateUsd}::float8 where ${estimateUsd}::float8 <= ${limitUsd}::float8
    on conflict (month) do update set reserved_usd = m.reserved_usd + excluded.reserved_usd
      where m.reserved_usd + m.spent_usd + excluded.reserved_usd <= ${limitUsd}::float8
    returning month`.execute(db);
  if (rows.length > 0) return;
  const { reservedUsd, spentUsd } = await spendIn(db, now);
  throw new Problem("BILLING_REQUIRED", {
    details: {
      quota: "spend",
      remaining: cents(Math.max(0, limitUsd - reservedUsd - spentUsd)),
      required: cents(estimateUsd),
      limit: limitUsd,
      resets_at: nextMonth(now),
      upgrade_url: null,
    },
  });
}

const cents = (usd: number): number => Math.round(usd * 100) / 100;

/** Adds what calls have cost. */
export async function addSpend(db: Db, usd: number, now: Date): Promise<void> {
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
export async function releaseSpend(db: Db, usd: number, reservedAt: Date): Promise<void> {
  if (usd === 0) return;
  await db
    .updateTable("spend_months")
    .set((eb) => ({ reserved_usd: eb.fn("greatest", [eb("reserved_usd", "-", usd), eb.lit(0)]) }))
    .where("month", "=", monthOf(reservedAt))
    .execute();
}

/** What this month's calls have cost, and what accepted runs may still cost, in USD. */
export async function spendIn(db: Db, now: Date): Promise<{ reservedUsd: number; spentUsd: number }> {
  const row = await db
    .selectFrom("spend_months")
    .where("month", "=", monthOf(now))
    .select(["reserved_usd", "spent_usd"])
    .executeTakeFirst();
  return { reservedUsd: row?.reserved_usd ?? 0, spentUsd: row?.spent_usd ?? 0 };
}
