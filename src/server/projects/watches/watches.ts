import { tagKey } from "../../../figures/tags/tag.ts";
import type { ToldChange } from "../../../figures/watching/telling.ts";
import { usualWatches, type Watch, watchKey } from "../../../figures/watching/watch.ts";
import { type Db, json } from "../../db/db.ts";
import { openChangeOf, remembers } from "./memories.ts";

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

/** The watch of which a change was told, as it is called since; undefined if it is gone, or something was told after it. */
export async function findWatchOf(db: Db, projectId: string, changeId: string): Promise<Watch | undefined> {
  const row = await db
    .selectFrom("project_watches")
    .where("project_id", "=", projectId)
    .select(["watches", "told"])
    .executeTakeFirst();
  return row?.watches?.find((watch) => {
    const stored = row.told[watchKey(watch)];
    return stored !== undefined && remembers(stored, changeId);
  });
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
