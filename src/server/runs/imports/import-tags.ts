import type { Static } from "typebox";
import { type TagsByPrompt, tagsPerPrompt, tooManyTags, withAddedTags } from "../../../figures/tags/tag.ts";
import { promptKey } from "../../../reader/prompt.ts";
import type { Reach } from "../../api/access/reach.ts";
import type { Db } from "../../db/db.ts";
import { createPace } from "../../kernel/pace.ts";
import { type Issue, invalid } from "../../kernel/problem.ts";
import { lockProject } from "../../projects/projects.ts";
import { putTags, tagsOf } from "../../projects/prompts/prompt-tags.ts";
import { checkTags } from "../../projects/prompts/tag-terms.ts";
import type { ImportRows } from "./import-terms.ts";

type Row = Static<typeof ImportRows>[number];

/** What is wrong with the tags of a row. */
export const tagIssues = ({ tags = [] }: Row, index: number): Issue[] =>
  checkTags(tags, `/${index}/tags`).map((issue) => ({ ...issue, row: index + 1 }));

/**
 * Gives the prompts of an import the tags of their rows beside those they have, in the given transaction. Throws a 400 that names the row
 * whose prompt would have too many.
 */
export async function addTagsOf(
  db: Db,
  rows: readonly Row[],
  { caller, projectId }: { caller: Reach; projectId: string },
): Promise<void> {
  const added = tagsByPrompt(rows);
  if (added.size === 0) return;
  // Locked before reading, so that what another request tags meanwhile stays.
  await lockProject(db, caller, projectId);
  const saved = await tagsOf(db, projectId);
  // Twenty thousand different ones take a tenth of a second each time.
  const pace = createPace();
  const changed = await pace(() => withAddedTags(saved, added));
  const rowOf = (keys: ReadonlySet<string>) =>
    rows.findLastIndex(({ prompt, tags = [] }) => tags.length > 0 && keys.has(promptKey(prompt)));
  const full = [...changed].find(([, tags]) => tags.length > tagsPerPrompt);
  if (full)
    throw tooMany(
      rowOf(new Set([full[0]])),
      `A prompt has at most ${tagsPerPrompt} tags, and this one would have ${full[1].length}, with those it has already.`,
    );
  const message = await pace(() => tooManyTags(saved, new Map([...saved, ...changed])));
  if (message) throw tooMany(rowOf(new Set(added.keys())), message);
  await putTags(db, projectId, changed);
}

/** The tags of a project's prompts once an import has added its own; undefined if it has none. */
export async function tagsWith(
  db: Db,
  rows: readonly Row[],
  projectId: string,
): Promise<TagsByPrompt | undefined> {
  const added = tagsByPrompt(rows);
  if (added.size === 0) return undefined;
  const saved = await tagsOf(db, projectId);
  return new Map([...saved, ...withAddedTags(saved, added)]);
}

function tagsByPrompt(rows: readonly Row[]): TagsByPrompt {
  const byPrompt = new Map<string, string[]>();
  for (const { prompt, tags = [] } of rows) {
    if (tags.length === 0) continue;
    const key = promptKey(prompt);
    byPrompt.set(key, [...(byPrompt.get(key) ?? []), ...tags]);
  }
  return byPrompt;
}

const tooMany = (index: number, message: string) =>
  invalid([{ in: "body", path: `/${index}/tags`, row: index + 1, code: "too_many", message }]);
