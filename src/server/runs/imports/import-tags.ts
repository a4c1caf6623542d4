import type { Static } from "typebox";
import {
  type TagsByPrompt,
  tagKeys,
  tagsPerProject,
  tagsPerPrompt,
  tooManyTags,
  withAddedTags,
} from "../../../figures/tags/tag.ts";
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

/** The tags of each prompt, once each in their first spelling: thousands of rows may be of one prompt. */
function tagsByPrompt(rows: readonly Row[]): TagsByPrompt {
  const keyOf = tagKeys();
  const byPrompt = new Map<string, Map<string, string>>();
  for (const { prompt, tags = [] } of rows) {
    if (tags.length === 0) continue;
    const key = promptKey(prompt);
    const own = byPrompt.get(key) ?? new Map<string, string>();
    byPrompt.set(key, own);
    for (const tag of tags) if (!own.has(keyOf(tag))) own.set(keyOf(tag), tag);
  }
  return new Map([...byPrompt].map(([key, own]) => [key, [...own.values()]]));
}

/** The first row with which the rows alone have more tags than a prompt or a project can: nothing more is looked at. */
export function excessTags(rows: readonly Row[]): Issue[] {
  const keyOf = tagKeys();
  const byPrompt = new Map<string, Set<string>>();
  const different = new Set<string>();
  for (const [index, { prompt, tags = [] }] of rows.entries()) {
    if (tags.length === 0) continue;
    const key = promptKey(prompt);
    const own = byPrompt.get(key) ?? new Set<string>();
    byPrompt.set(key, own);
    for (const tag of tags) {
      own.add(keyOf(tag));
      different.add(keyOf(tag));
    }
    if (own.size > tagsPerPrompt)
      return [
        tooManyAt(
          index,
          `A prompt has at most ${tagsPerPrompt} tags, and the rows up to here give it ${own.size}.`,
        ),
      ];
    if (different.size > tagsPerProject)
      return [
        tooManyAt(
          index,
          `A project has at most ${tagsPerProject} tags, and the rows up to here have ${different.size}.`,
        ),
      ];
  }
  return [];
}

const tooManyAt = (index: number, message: string): Issue => ({
  ...{ in: "body", path: `/${index}/tags`, row: index + 1, code: "too_many", message },
});

const tooMany = (index: number, message: string) => invalid([tooManyAt(index, message)]);
