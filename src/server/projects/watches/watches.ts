import { tagKey } from "../../../figures/tags/tag.ts";
import type { ToldChange } from "../../../figures/watching/telling.ts";
import { usualWatches, type Watch, watchKey } from "../../../figures/watching/watch.ts";
import { type Db, json } from "../../db/db.ts";
import { changeIn, openChangeOf, withChanges } from "./memories.ts";

/** What a project watches. */
export interface ProjectWatches {
  watches: readonly Watch[];
  /** Nobody has changed them. */
  usual: boolean;
  /** What was told last of each watch and is not over, by its key. */
  open: ReadonlyMap<string, ToldChange>;
}

export async function watchesOf(db: Db, projectId: string): Promise<ProjectWatches> {
  const row = await db
    .selectFrom("project_watches")
    .where("project_id", "=", projectId)
    .select(["watches", "told"])
    .executeTakeFirst();
  const watches = row?.watches ?? null;
  const open = Object.entries(row?.told ?? {}).flatMap(([key, stored]): [string, ToldChange][] => {
    const newest = openChangeOf(stored);
    return newest ? [[key, newest]] : [];
  });
  return { watches: watches ?? usualWatches, usual: watches === null, open: new Map(open) };
}

/**
 * The watch of which a change was told, and the change, both with the names that things have got since; undefined if the watch is gone, or
 * something was told after it.
 */
export async function findTold(
  db: Db,
  projectId: string,
  changeId: string,
): Promise<{ watch: Watch; change: ToldChange } | undefined> {
  const row = await db
    .selectFrom("project_watches")
    .where("project_id", "=", projectId)
    .select(["watches", "told"])
    .executeTakeFirst();
  for (const watch of row?.watches ?? usualWatches) {
    const stored = row?.told[watchKey(watch)];
    const change = stored && changeIn(stored, changeId);
    if (change) return { watch, change };
  }
  return undefined;
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
export const renameWatchedTag = (
  db: Db,
  projectId: string,
  { from, to }: { from: string; to: string },
): Promise<void> =>
  renameWatched(db, projectId, {
    watch: (watch) =>
      watch.tag !== null && tagKey(watch.tag) === tagKey(from) ? { ...watch, tag: to } : watch,
  });

/** The same for competitors that have got other names, `names` by their old ones: also in what was told of the nearest. */
export async function renameWatchedCompetitors(
  db: Db,
  projectId: string,
  names: ReadonlyMap<string, string>,
): Promise<void> {
  if (names.size === 0) return;
  const renamed = (name: string | null): string | null => (name === null ? null : (names.get(name) ?? name));
  await renameWatched(db, projectId, {
    watch(watch) {
      const competitor = renamed(watch.competitor);
      return competitor === watch.competitor ? watch : { ...watch, competitor };
    },
    change: (change) => ({ ...change, competitor: renamed(change.competitor) }),
  });
}

/**
 * What is stored of a project's watches, locked until the transaction ends: whoever tells, and whoever renames what is told of, come after
 * one another.
 */
export async function lockWatches(db: Db, projectId: string) {
  // A row that is not there yet cannot be locked.
  await db
    .insertInto("project_watches")
    .values({ project_id: projectId, watches: null, told: "{}" })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return db
    .selectFrom("project_watches")
    .where("project_id", "=", projectId)
    .select(["watches", "told"])
    .forUpdate()
    .executeTakeFirstOrThrow();
}

interface Renaming {
  /** The watch as it is called from here on; itself if that is as before. */
  watch(watch: Watch): Watch;
  /** What was told of any watch, in the same way. */
  change?(change: ToldChange): ToldChange;
}

async function renameWatched(
  db: Db,
  projectId: string,
  { watch: renamedWatch, change: renamedChange }: Renaming,
): Promise<void> {
  const row = await lockWatches(db, projectId);
  const changes = Object.fromEntries(
    Object.entries(row.told).map(([key, stored]) => [
      key,
      renamedChange ? withChanges(stored, renamedChange) : stored,
    ]),
  );
  const watches = new Map<string, Watch>();
  for (const watch of row.watches ?? []) {
    const renamed = renamedWatch(watch);
    const [before, after] = [watchKey(watch), watchKey(renamed)];
    // Of two that would tell the same change, the first stays.
    if (!watches.has(after)) watches.set(after, renamed);
    if (renamed === watch) continue;
    const change = changes[before];
    if (change) changes[after] ??= change;
    delete changes[before];
  }
  await db
    .updateTable("project_watches")
    .set({ watches: row.watches && json([...watches.values()]), told: json(changes) })
    .where("project_id", "=", projectId)
    .execute();
}

/** Whether a project has these competitors still, as a report knows them. */
export async function areTracked(db: Db, projectId: string, names: ReadonlySet<string>): Promise<boolean> {
  const project = await db
    .selectFrom("projects")
    .where("id", "=", projectId)
    .select("competitors")
    .executeTakeFirst();
  const present = project?.competitors ?? [];
  return present.length === names.size && present.every(({ name }) => names.has(name));
}
