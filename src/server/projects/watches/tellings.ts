import { sql } from "kysely";
import type { TrendPoint } from "../../../figures/report.ts";
import {
  type JudgedWatch,
  knownBefore,
  rememberedOf,
  tellingsOf,
} from "../../../figures/watching/telling.ts";
import { usualWatches, watchKey } from "../../../figures/watching/watch.ts";
import type { TrackedBrands } from "../../../reader/brand.ts";
import { type Db, json } from "../../db/db.ts";
import { markState } from "../../events/event-marks.ts";
import { recordEvent } from "../../events/record-event.ts";
import { newId } from "../../kernel/id.ts";
import { isSameKind } from "../latest-report.ts";
import {
  kindOf,
  memoriesOf,
  type StoredMemory,
  type StoredWatch,
  seriesIn,
  storedWatch,
  withMemory,
} from "./memories.ts";
import { areTracked, lockWatches } from "./watches.ts";

/** A report that is about to end with figures, as its watches are judged by it. */
export interface EndingReport {
  organizationId: string;
  projectId: string;
  id: string;
  source: "main" | "custom" | null;
  sandbox: boolean;
  brands: TrackedBrands;
  createdAt: string;
  measuredAt: string;
  methodVersion: string;
  point: TrendPoint;
}

/** Judges a project's watches by a report that is about to end; empty if it is not the newest of its kind. */
export type JudgeWatches = (report: EndingReport) => Promise<readonly JudgedWatch[]>;

/**
 * Stores what a report has to tell of its project's watches, in the transaction in which it ends, and remembers what was told in the
 * series of its kind: reports of another kind, such as imports beside runs, have their own. The project's row is locked, so that of
 * reports that end at once each knows what the others told. What has got another name since it was judged is left to the next report.
 */
export async function recordTellings(
  db: Db,
  report: EndingReport,
  candidates: readonly JudgedWatch[],
  now: Date,
): Promise<void> {
  if (candidates.length === 0) return;
  const { organizationId, projectId, id, measuredAt, point, brands } = report;
  const { watches, told: watchMemories } = await lockWatches(db, projectId);
  const areSame = await areTracked(db, projectId, new Set(brands.rivals.map(({ name }) => name)));
  const present = new Map((watches ?? usualWatches).map((watch) => [watchKey(watch), watch]));
  const judgedWatches = candidates.flatMap((each): JudgedWatch[] => {
    const watch = present.get(watchKey(each.watch));
    return watch && (watch.of === "brand" || areSame) ? [{ ...each, watch }] : [];
  });
  await recordIdle(db, { organizationId, projectId }, judgedWatches, now);
  const stored = new Map(
    Object.entries(watchMemories).flatMap(([key, each]): [string, StoredMemory[]][] =>
      present.has(key) ? [[key, memoriesOf(each)]] : [],
    ),
  );
  const own = await sameKindIn(db, { projectId, point }, [...stored.values()].flat());
  const series = seriesIn([...stored.values()], own, measuredAt);
  const next: Record<string, StoredWatch> = Object.fromEntries(
    [...stored].map(([key, memories]) => [key, storedWatch(memories)]),
  );
  for (const each of judgedWatches) {
    const key = watchKey(each.watch);
    const memories = stored.get(key) ?? [];
    const { current } = each.series;
    // Nothing is known of it by this report.
    if (!current) continue;
    const memory = memories.find((one) => own.has(one));
    const before = knownBefore(each, memory);
    const { judgedAt } = before;
    const moment = {
      ...{ watches: present.size * series, at: measuredAt, reportId: id, newId: newId(), judgedAt },
    };
    const tellings = tellingsOf(each, before.change, moment);
    const change = rememberedOf(each, before.change, tellings) ?? null;
    const judgedNow = {
      ...{ kind: kindOf(point), change, judgedAt: measuredAt, over: each.over },
      reports: current.reports.length,
    };
    next[key] = storedWatch(withMemory(memories, memory, judgedNow));
    const { watch, competitor } = each;
    for (const telling of tellings)
      await recordEvent(
        db,
        {
          ...{ organizationId, projectId, objectId: projectId, type: `change.${telling.kind}` },
          facts: { ...telling, watch, competitor, reportId: id, at: measuredAt },
        },
        now,
      );
  }
  await sql`update project_watches set told = ${json(next)}::jsonb where project_id = ${projectId}`.execute(
    db,
  );
}

/** Those of them that are of a report's series, the one judged last first among them. */
async function sameKindIn(
  db: Db,
  { projectId, point }: Pick<EndingReport, "projectId" | "point">,
  memories: readonly StoredMemory[],
): Promise<ReadonlySet<StoredMemory>> {
  // What was stored without its kind is of that of the report that told it.
  const kindSources = memories.map(({ kind, change }, at) =>
    kind ? { at, kind } : { at, reportId: change?.reportId },
  );
  const { rows } = await sql<{ same: boolean | null }>`
    select ${isSameKind(sql`own.point`, sql`k.kind`)} as same
    from (select ${json(kindOf(point))}::jsonb as point) own, lateral (
      select m.at, coalesce(m.kind, t.point) as kind
      from json_to_recordset(${json(kindSources)}) as m(at int, kind jsonb, "reportId" uuid)
      left join trend_points t on t.project_id = ${projectId} and t.report_id = m."reportId") k
    order by k.at`.execute(db);
  // Of what was stored without its kind, and told by a report that is gone, it is not known: it counts as of this one.
  return new Set(memories.filter((_, at) => rows[at]?.same ?? true));
}

/** Tells once that a watch can tell nothing, and anew if it could in between. */
async function recordIdle(
  db: Db,
  { organizationId, projectId }: Pick<EndingReport, "organizationId" | "projectId">,
  watches: readonly JudgedWatch[],
  now: Date,
): Promise<void> {
  const aboutOf = ({ watch }: JudgedWatch) => `idle ${projectId} ${watchKey(watch)}`;
  const could = watches.filter(({ watch: { tag, provider, competitor } }) => tag ?? provider ?? competitor);
  const able = could.filter(({ idle }) => idle === undefined).map(aboutOf);
  if (able.length > 0)
    await sql`delete from event_marks
      where organization_id = ${organizationId}::uuid and about = any(${able}::text[])`.execute(db);
  for (const each of could) {
    if (each.idle === undefined) continue;
    const mark = { organizationId, about: aboutOf(each), state: each.idle };
    if (!(await markState(db, mark, now))) continue;
    const facts = { watch: each.watch, because: each.idle };
    await recordEvent(db, { organizationId, projectId, objectId: projectId, type: "watch.idle", facts }, now);
  }
}
