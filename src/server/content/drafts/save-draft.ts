import { type Static, Type } from "typebox";
import { action } from "../../api/action.ts";
import { draftId } from "../../api/examples/northwind.ts";
import { reply } from "../../api/reply.ts";
import { ReportId } from "../../api/schema/id-terms.ts";
import { Nullable } from "../../api/schema/schema.ts";
import { type Issue, invalid, Problem } from "../../kernel/problem.ts";
import { draft } from "../content-examples.ts";
import { isPublishing, publicationState } from "../publishing/publications.ts";
import { warnOfPost } from "../publishing/publish-once.ts";
import { type ContentKind, type DraftContent, draftBounds } from "../writing/draft.ts";
import { findDraft, saveContent } from "./drafts.ts";
import { GeneratedContentView, generatedContentView } from "./generated-content-view.ts";
import { Slug } from "./slug-term.ts";

const { thread, linkedin } = draftBounds;

const fields = {
  title: Type.Optional(Type.String({ minLength: 1, maxLength: 300, description: "Its title." })),
  bodyMarkdown: Type.Optional(
    Type.String({ minLength: 1, maxLength: 100_000, description: "Markdown; not for threads." }),
  ),
  posts: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: thread.charactersMax, description: "One post." }), {
      minItems: thread.postsMin,
      maxItems: thread.postsMax,
      description: "Posts of a thread, in order.",
    }),
  ),
  metaDescription: Type.Optional(
    Nullable(Type.String({ minLength: 1, maxLength: 300 }), {
      description: "For search results; null clears it.",
    }),
  ),
  slug: Type.Optional(
    Nullable(
      Slug(100, "Last part of its URL: lower-case letters, digits and single dashes; null clears it."),
    ),
  ),
};

const Fields = Type.Object(fields);
type Changes = Static<typeof Fields>;

export const saveDraft = action({
  name: "save_draft",
  http: "PATCH /v1/reports/{reportId}/content",
  summary: "Save an edited draft in place of the generated one.",
  description: "It is published as saved.",
  tag: "setup",
  scope: "content:write",
  effect: "writes",
  limit: "write",
  problems: ["REPORT_NOT_FOUND", "REPORT_STATE_CONFLICT"],
  input: Type.Object({ reportId: ReportId, ...fields }),
  output: GeneratedContentView,
  example: () => ({
    fields: { reportId: draftId },
    bodies: { usual: { summary: "Another title", value: { title: draft.title! } } },
    answers: { GeneratedContentReport: { summary: "A draft", data: draft } },
  }),
}).run(async ({ caller, settings, now, write, warn }, { reportId, ...changes }) =>
  write(async (db) => {
    const draft = await findDraft(db, caller, reportId);
    if (!draft) throw new Problem("REPORT_NOT_FOUND");
    const { id, projectId, status } = draft.report;
    if (!draft.content) throw new Problem("REPORT_STATE_CONFLICT", { details: { status } });
    const content = edited(draft.kind, draft.content, changes);
    await saveContent(db, { projectId, reportId: id }, content);
    const state = await publicationState(db, { projectId, reportId: id });
    if (draft.published) warnOfPost({ warn }, "edited");
    else if (isPublishing(state, now())) warnOfPost({ warn }, "publishing");
    return reply(generatedContentView({ ...draft, content }, settings.siteUrl));
  }),
);

/** The text with its changes. Throws a 400 for a field that this kind of text does not have, or one that is too long. */
function edited(kind: ContentKind, content: DraftContent, changes: Changes): DraftContent {
  const issues: Issue[] = [];
  const refuse = (path: string, code: string, message: string) =>
    void issues.push({ in: "body", path, code, message });
  const other = kind === "thread" ? "bodyMarkdown" : "posts";
  if (changes[other] !== undefined)
    refuse(`/${other}`, "not_allowed", `${kind === "thread" ? "A thread" : "Only a thread"} has posts.`);
  const length = kind === "post" ? [...(changes.bodyMarkdown ?? "")].length : 0;
  if (length > linkedin.charactersMax)
    refuse("/bodyMarkdown", "too_long", `A LinkedIn post has at most ${linkedin.charactersMax} characters.`);
  if (issues.length > 0) throw invalid(issues);
  return { ...content, ...changes };
}
