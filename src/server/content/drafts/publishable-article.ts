import { invalid, Problem } from "../../kernel/problem.ts";
import { articleBody } from "../writing/article.ts";
import type { Draft } from "./drafts.ts";

export interface Article {
  title: string;
  markdown: string;
  slug: string | null;
  metaDescription: string | null;
}

/** What a blog can show of a draft. Throws UPDATE_BRIEF_NOT_PUBLISHABLE, a 400, or CONTENT_NOT_READY, in this order. */
export function publishableArticle({ kind, platform, target, topic, report, content }: Draft): Article {
  if (kind === "update_brief")
    throw new Problem("UPDATE_BRIEF_NOT_PUBLISHABLE", { details: { target_url: target?.url ?? null } });
  if (platform !== "blog") {
    throw invalid([
      {
        in: "body",
        path: "/reportId",
        code: "not_an_article",
        message: "Only what was written for a blog can be published to one.",
      },
    ]);
  }
  const title = content?.title?.trim() || topic;
  const markdown = articleBody(content?.bodyMarkdown ?? "", title);
  if (report.status !== "completed" || markdown === "")
    throw new Problem("CONTENT_NOT_READY", { details: { status: report.status } });
  return { title, markdown, slug: content?.slug ?? null, metaDescription: content?.metaDescription ?? null };
}
