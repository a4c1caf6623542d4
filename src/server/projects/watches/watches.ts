import { sql } from "kysely";
import type { TrendPoint } from "../../../figures/report.ts";
import { tagKey } from "../../../figures/tags/tag.ts";
import {
  type JudgedWatch,
  rememberedOf,
  type ToldChange,
  tellingOf,
} from "../../../figures/watching/telling.ts";
import { usualWatches, type Watch, watchKey } from "../../../figures/watching/watch.ts";
import type { TrackedBrands } from "../../../reader/brand.ts";
import { type Db, json } from "../../db/db.ts";
import { recordEvent } from "../../events/record-event.ts";
import { newId } from "../../kernel/id.ts";

/** What a project watches, and what was told of it last, by the watch's key. */
export interface ProjectWatches {
  watches: readonly Watch[];
  /** Nobody has changed them. */
  usual: boolean;
  told: Record<string, ToldChange>;
}

export async function watchesOf(db: Db, projectId: string): Promise<ProjectWatches> {
  const row = await db
    .selectFrom("project_watches")
    .where("project_id", "=", projectId)
    .select(["watches", "told"])
    .executeTakeFirst();
  const watches = row?.watches ?? null;
  return { watches: watches ?? usualWatches, usual: watches === null, told: row?.told ?? {} };
}

/** Sets what a project watches, in the given transaction; the usual ones are not stored. */
export async function putWatches(db: Db, projectId: string, watches: readonly Watch[]): Promise<void> {
  const stored = JSON.stringify(watches) === JSON.stringify(usualWatches) ? null : json(watches);
  await db
    .insertInto("project_watches")
    .values({ project_id: projectId, watches: stored, told: "{}" })
    .onConflict((conflict) => conflict.column("project_id").doUpdateSet({ watches: stored }))
    .execute();
}

/** Has the watches of a tag, and what was told of them, follow it to another name, in the given transaction. */
export async function renameWatchedTag(
  db: Db,
  projectId: string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  const row = await db
    .selectFrom("project_watches")
    .where("project_id", "=", projectId)
    .select(["watches", "told"])
    .forUpdate()
    .executeTakeFirst();
  if (!row?.watches) return;
  const changes = { ...row.told };
  const watches = new Map<string, Watch>();
  for (const watch of row.watches) {
    const isOf = watch.tag !== null && tagKey(watch.tag) === tagKey(from);
    const renamed = isOf ? { ...watch, tag: to } : watch;
    const [before, after] = [watchKey(watch), watchKey(renamed)];
    // Of two that would tell the same change, the first stays.
    if (!watches.has(after)) watches.set(after, renamed);
    const change = changes[before];
    if (isOf && change) changes[after] ??= change;
    if (isOf) delete changes[before];
  }
  await db
    .updateTable("project_watches")
    .set({ watches: json([...watches.values()]), told: json(changes) })
    .where("project_id", "=", projectId)
    .execute();
}

/** A report that is about to end with figures, as its watches are judged by it. */
export interface EndingReport {
  organizationId: string;
  projectId: string;
  id: string;
  source: "main" | "custom" | null;
  sandbox: boolean;
  tracked: TrackedBrands;
  createdAt: string;
  measuredAt: string;
  methodVersion: string;
  point: TrendPoint;
}

/** Judges a project's watches by a report that is about to end; empty if it is not the newest of the project's series. */
export type JudgeWatches = (report: EndingReport) => Promise<readonly JudgedWatch[]>;

/**
 * Stores what a report has to tell of its project's watches, in the transaction in which it ends, and remembers what was told. The
 * project's row is locked, so that of reports that end at once each knows what the others told.
 */
export async function recordTellings(
  db: Db,
  { organizationId, projectId, id, measuredAt }: EndingReport,
  judgedWatches: readonly JudgedWatch[],
  now: Date,
): Promise<void> {
  if (judgedWatches.length === 0) return;
  await recordIdle(db, { organizationId, projectId }, judgedWatches, now);
  const row = await db
    .selectFrom("project_watches")
    .where("project_id", "=", projectId)
    .select("told")
    .forUpdate()
    .executeTakeFirst();
  const changes = row?.told ?? {};
  const next: Record<string, ToldChange> = {};
  for (const each of judgedWatches) {
    const key = watchKey(each.watch);
    const moment = { watches: judgedWatches.length, at: measuredAt, reportId: id, newId: newId() };
    const telling = tellingOf(each, changes[key], moment);
    const remembered = rememberedOf(each, changes[key], telling);
    if (remembered) next[key] = remembered;
    if (!telling) continue;
    const { watch, competitor } = each;
    await recordEvent(
      db,
      {
        ...{ organizationId, projectId, objectId: projectId, type: `change.${telling.kind}` },
        facts: { ...telling, watch, competitor, reportId: id, at: measuredAt },
      },
      now,
    );
  }
  if (JSON.stringify(next) === JSON.stringify(changes)) return;
  await sql`
    insert into project_watches (project_id, told) values (${projectId}, ${json(next)}::jsonb)
    on conflict (project_id) do update set told = excluded.told`.execute(db);
}

/** Tells once that a watch can tell nothing, and anew if it could in between. */
async function recordIdle(
  db: Db,
  { organizationId, projectId }: Pick<EndingReport, "organizationId" | "projectId">,
  watches: readonly JudgedWatch[],
  now: Date,
): Promise<void> {
  const aboutOf = ({ watch }: JudgedWatch) => `idle ${projectId} ${watchKey(watch)}`;
  const could = watches.filter(({ watch: { tag, competitor } }) => tag !== null || competitor !== null);
  const able = could.filter(({ idle }) => idle === undefined).map(aboutOf);
  if (able.length > 0)
    await sql`delete from event_marks
      where organization_id = ${organizationId}::uuid and about = any(${able}::text[])`.execute(db);
  for (const each of could) {
    if (each.idle === undefined) continue;
    const { rows } = await sql`
      insert into event_marks as m (organization_id, about, state, at)
      values (${organizationId}::uuid, ${aboutOf(each)}, ${each.idle}, ${now}::timestamptz)
      on conflict (organization_id, about) do update set state = excluded.state, at = excluded.at
        where m.state <> excluded.state
      returning 1`.execute(db);
    if (rows.length === 0) continue;
    const facts = { watch: each.watch, because: each.idle };
    await recordEvent(db, { organizationId, projectId, objectId: projectId, type: "watch.idle", facts }, now);
  }
}
