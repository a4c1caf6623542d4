import { sql } from "kysely";
import { type Db, json } from "../../db/db.ts";
import { markState } from "../../events/event-marks.ts";
import { recordEvent } from "../../events/record-event.ts";

/** A limit of a month that is nearly or wholly used, USD. */
interface UsedBound {
  organizationId: string;
  /** Null: the organization's own limit. */
  projectId: string | null;
  /** The server's limit, which this organization has met. */
  ofServer?: boolean;
  limitUsd: number;
  usedUsd: number;
}

/** From here on a limit counts as nearly used. Source: docs/contract/events.md. */
const nearly = 0.8;

/** Sums of binary fractions are slightly off. */
const tolerance = 1e-9;

/**
 * Tells that limits of these organizations are nearly or wholly used, in the transaction that uses them: of the organizations
 * themselves by what is spent and reserved, and of their projects. Each is told once a month, and anew if it was raised.
 */
export async function tellSpending(
  db: Db,
  organizations: readonly string[],
  month: string,
  now: Date,
): Promise<void> {
  const { rows } = await sql<UsedBound>`
    with used as (
      select s.organization_id, s.spent_for, s.reserved_usd + s.spent_usd as usd from project_spend s
      where s.month = ${month}
        and s.organization_id in (select id from json_to_recordset(${json(organizations.map((id) => ({ id })))}) as g(id uuid)))
    select o.id as "organizationId", null::uuid as "projectId", o.monthly_spend_usd as "limitUsd",
      sum(u.usd)::float8 as "usedUsd"
    from organizations o join used u on u.organization_id = o.id
    where o.monthly_spend_usd > 0
    group by o.id having sum(u.usd) >= ${nearly} * o.monthly_spend_usd - ${tolerance}
    union all
    select u.organization_id, p.id, p.monthly_spend_usd, u.usd::float8
    from used u join projects p on p.id = u.spent_for
    where p.monthly_spend_usd > 0 and u.usd >= ${nearly} * p.monthly_spend_usd - ${tolerance}
    order by 1, 2`.execute(db);
  for (const bound of rows) {
    const isOut = bound.usedUsd >= bound.limitUsd - tolerance;
    const first = await markOnce(db, bound, { about: "warning", month }, now);
    if (isOut) await tellExhausted(db, bound, month, now);
    else if (first) await record(db, "spend.warning", bound, month, now);
  }
}

/** Tells that a limit is used, or leaves too little for a run that was to begin; each once a month, and no warning after it. */
export async function tellExhausted(db: Db, bound: UsedBound, month: string, now: Date): Promise<void> {
  await markOnce(db, bound, { about: "warning", month }, now);
  const isOut = bound.usedUsd >= bound.limitUsd - tolerance;
  if (isOut) await markOnce(db, bound, { about: "short", month }, now);
  if (await markOnce(db, bound, { about: isOut ? "exhausted" : "short", month }, now))
    await record(db, "spend.exhausted", bound, month, now);
}

/** False if this has been told of this limit in this month. */
function markOnce(
  db: Db,
  { organizationId, projectId, ofServer = false, limitUsd }: UsedBound,
  { about, month }: { about: string; month: string },
  now: Date,
): Promise<boolean> {
  const whose = ofServer ? "server" : (projectId ?? "organization");
  return markState(
    db,
    { organizationId, about: `spend ${about} ${whose}`, state: `${month} ${limitUsd}` },
    now,
  );
}

const record = (
  db: Db,
  type: "spend.warning" | "spend.exhausted",
  { organizationId, projectId, ofServer = false, limitUsd, usedUsd }: UsedBound,
  month: string,
  now: Date,
): Promise<void> =>
  recordEvent(
    db,
    {
      ...{ organizationId, projectId, objectId: projectId ?? organizationId, type },
      facts: { limitUsd, usedUsd, month, ...(ofServer ? { ofServer } : {}) },
    },
    now,
  );
