import { Type } from "typebox";
import { action } from "../../api/action.ts";
import type { ProjectContext } from "../../api/context.ts";
import { draftId, projectId } from "../../api/examples/northwind.ts";
import { ProjectId, ReportId } from "../../api/schema/id-terms.ts";
import { Problem } from "../../kernel/problem.ts";
import { UnreadableError } from "../../outbound/parsing.ts";
import { publication } from "../content-examples.ts";
import { type Draft, findDraft } from "../drafts/drafts.ts";
import { publishableArticle } from "../drafts/publishable-article.ts";
import { blogConnection } from "./blog-connection.ts";
import { PublicationView } from "./publication-view.ts";
import { publishOnce } from "./publish-once.ts";
import { givenTags, publishFields } from "./publish-terms.ts";

export const publishToCms = action({
  name: "publish_to_cms",
  http: "POST /v1/projects/{projectId}/publish-to-cms",
  summary: "Publish a finished article to the blog, as one post however often you ask.",
  description: "Not for update briefs.",
  tag: "content",
  scope: "publish:write",
  effect: "writes",
  limit: "publish",
  tool: { openWorld: true },
  on: "project",
  feature: "cms_publishing",
  problems: [
    ...(["REPORT_NOT_FOUND", "UPDATE_BRIEF_NOT_PUBLISHABLE", "CONTENT_NOT_READY"] as const),
    ...(["CMS_NOT_CONNECTED", "CMS_UPSTREAM_ERROR"] as const),
  ],
  input: Type.Object({ projectId: ProjectId, reportId: ReportId, ...publishFields }),
  owned: async (context, { reportId }) => void (await ownDraft(context, reportId)),
  output: PublicationView,
  example: () => ({
    fields: { projectId },
    bodies: {
      usual: {
        summary: "Publish an article",
        value: { reportId: draftId, mode: "publish", tags: ["Kettles"] },
      },
    },
    answers: { Publication: { summary: "Published", data: publication } },
  }),
}).run(async (context, { reportId, mode = "publish", slug, tags, sendAgain = false }) => {
  const tagNames = givenTags(tags);
  const draft = await ownDraft(context, reportId);
  const { title, markdown, ...article } = publishableArticle(draft);
  const connected = await blogConnection(context);
  if (draft.report.sandbox) warnOfSandbox(context);
  const { html, imagesLeftOut } = await context.parsing.post({ markdown }).catch(asUnreadable);
  const published = await publishOnce(context, connected, {
    reportId: draft.report.id,
    title,
    topic: draft.topic,
    html,
    slug: slug ?? article.slug,
    tags: tagNames,
    metaDescription: article.metaDescription,
    mode,
    sendAgain,
  });
  if (imagesLeftOut > 0 && !published.data.already_published) warnOfImages(context, imagesLeftOut);
  return published;
});

function asUnreadable(error: unknown): never {
  if (!(error instanceof UnreadableError)) throw error;
  throw new Problem("CONTENT_NOT_READY", {
    message:
      "This draft takes too long to turn into a post. Edit it: lists and quotations in one another cost most.",
    cause: error,
  });
}

/** This project's draft. Throws REPORT_NOT_FOUND. */
async function ownDraft(
  { db, caller, project }: Pick<ProjectContext, "db" | "caller" | "project">,
  reportId: string,
): Promise<Draft> {
  const draft = await findDraft(db, caller, reportId);
  if (draft?.report.projectId !== project.id) throw new Problem("REPORT_NOT_FOUND");
  return draft;
}

const warnOfImages = ({ warn }: Pick<ProjectContext, "warn">, count: number): void =>
  warn({
    code: "IMAGES_LEFT_OUT",
    path: null,
    message: `The post is without the draft's ${count === 1 ? "image" : `${count} images`}. Add them on the blog.`,
  });

const warnOfSandbox = ({ warn }: Pick<ProjectContext, "warn">): void =>
  warn({
    code: "SANDBOX_ANSWERS",
    path: null,
    message: "The built-in sandbox made this text up. Readers should not rely on it.",
  });
