import { Type } from "typebox";
import {
  changedTags,
  renamedTag,
  type TagChange,
  tagsPerPrompt,
  tooManyTags,
} from "../../../figures/tags/tag.ts";
import { promptKey } from "../../../reader/prompt.ts";
import { action } from "../../api/action.ts";
import type { ProjectContext, Warning } from "../../api/context.ts";
import { projectId, questions, tag } from "../../api/examples/northwind.ts";
import { reply } from "../../api/reply.ts";
import { ProjectId, PromptKeyTerm } from "../../api/schema/id-terms.ts";
import type { Db } from "../../kernel/db.ts";
import { type Issue, invalid } from "../../kernel/problem.ts";
import { askedOf } from "../../runs/asking/asks.ts";
import { tags } from "../project-examples.ts";
import { lockProject } from "../projects.ts";
import { renameWatchedTag } from "../watches/watches.ts";
import { knownPrompts } from "./known-prompts.ts";
import { putTags, tagsOf } from "./prompt-tags.ts";
import { listPrompts } from "./prompts.ts";
import { checkTags, TagList } from "./tag-terms.ts";
import { TagListView, tagListView } from "./tag-view.ts";

const promptsAtOnce = 500;

export const tagPrompts = action({
  name: "tag_prompts",
  http: "PATCH /v1/projects/{projectId}/tags",
  summary: "Add tags to many prompts of a project at once, and remove others from them.",
  description:
    "Takes saved prompts and prompts that are only in reports, such as imported ones. `remove` comes before `add`, so both together rename a tag, also in watches. Reports, also earlier ones, show the tags at once. Answers with all tags of the project, and with these prompts.",
  tag: "setup",
  scope: "projects:write",
  effect: "writes",
  limit: "write",
  on: "project",
  input: Type.Object({
    projectId: ProjectId,
    promptKeys: Type.Array(PromptKeyTerm({ description: "Key of a prompt." }), {
      minItems: 1,
      maxItems: promptsAtOnce,
      description: "Keys of 1 to 500 prompts.",
    }),
    add: Type.Optional(TagList("Tags that each of them gets. A prompt has at most 10.")),
    remove: Type.Optional(TagList("Tags that are taken from each of them.")),
  }),
  output: TagListView,
  example: () => ({
    fields: { projectId },
    bodies: {
      usual: {
        summary: "A tag for one prompt",
        value: { promptKeys: [promptKey(questions[0])], add: [tag] },
      },
    },
    answers: { TagList: { summary: "One tag on one prompt", data: tags } },
  }),
}).run(async ({ db, caller, project, figuresAhead, warn, write }, { promptKeys, add = [], remove = [] }) => {
  const issues = [...checkTags(add, "/add"), ...checkTags(remove, "/remove")];
  if (issues.length > 0) throw invalid(issues);
  if (add.length + remove.length === 0) warn(nothingToDo);
  await demandKnown({ db, project }, promptKeys);
  const answer = await write(async (db) => {
    // Locked before reading, so that what another request tags meanwhile stays.
    await lockProject(db, caller, project.id);
    const saved = await tagsOf(db, project.id);
    const change: TagChange = { promptKeys, add, remove };
    const changed = changedTags(saved, change);
    const full = [...changed.values()].filter((tags) => tags.length > tagsPerPrompt).length;
    if (full > 0) throw invalid([tooMany(full)]);
    const after = new Map([...saved, ...changed]);
    const message = tooManyTags(saved, after);
    if (message) throw invalid([{ in: "body", path: "/add", code: "too_many", message }]);
    await putTags(db, project.id, changed);
    const renamed = renamedTag(saved, after, change);
    if (renamed) await renameWatchedTag(db, project.id, renamed);
    const promptTexts = await knownPrompts(db, project.id);
    return reply(tagListView(project.id, after, [...new Set(promptKeys)], promptTexts));
  });
  figuresAhead.soon({ organizationId: project.organizationId, projectId: project.id });
  return answer;
});

/** Throws a 400 for keys of prompts that the project neither has saved nor ever asked. */
async function demandKnown(
  { db, project }: { db: Db } & Pick<ProjectContext, "project">,
  keys: readonly string[],
): Promise<void> {
  const saved = new Set((await listPrompts(db, project.id)).map(({ promptKey }) => promptKey));
  const others = keys.filter((key) => !saved.has(key));
  const askedKeys = others.length > 0 ? await askedOf(db, project.id, others) : new Set<string>();
  const issues = keys.flatMap((key, index): Issue[] =>
    saved.has(key) || askedKeys.has(key)
      ? []
      : [
          {
            in: "body",
            path: `/promptKeys/${index}`,
            code: "unknown_prompt",
            message: "This project has no such prompt, neither saved nor in a report.",
          },
        ],
  );
  if (issues.length > 0) throw invalid(issues.slice(0, 50));
}

const nothingToDo: Warning = {
  code: "NOTHING_CHANGED",
  path: "/add",
  message: "Name tags to `add` or to `remove`.",
};

const tooMany = (prompts: number): Issue => ({
  in: "body",
  path: "/add",
  code: "too_many",
  message: `A prompt has at most ${tagsPerPrompt} tags, and ${prompts === 1 ? "one of these prompts" : `${prompts} of these prompts`} would have more. Nothing was changed.`,
});
