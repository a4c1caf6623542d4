import type { Static } from "typebox";
import { promptKey } from "../../reader/prompt.ts";
import {
  askedAt,
  draftId,
  later,
  northwindBrands,
  projectId,
  questions,
  reportId,
  siteUrl,
  website,
} from "../api/examples/northwind.ts";
import type { GeneratedContentView } from "./drafts/generated-content-view.ts";
import type { CmsConnectionView } from "./publishing/cms-connection-view.ts";
import type { PublicationView } from "./publishing/publication-view.ts";
import type { ContentPlanView } from "./topics/content-plan-view.ts";

const topic = questions[0];
const edited = "https://blog.northwind.example/wp-admin/post.php?post=1842&action=edit";
const posted = "https://blog.northwind.example/the-quietest-electric-kettle/";

export const draft: GeneratedContentView = {
  id: draftId,
  type: "generated_content",
  status: "completed",
  terminal: true,
  project_id: projectId,
  source: null,
  brand: northwindBrands.own.name,
  created_at: askedAt,
  completed_at: "2026-01-15T09:00:38.000Z",
  progress: { jobs_total: 1, jobs_done: 1, jobs_failed: 0 },
  asks_planned: 1,
  asks_made: 1,
  asks_repeated: 0,
  stopped_because: null,
  poll_after_seconds: null,
  failure: null,
  report_url: `${siteUrl}/reports/${draftId}`,
  measured_at: null,
  method_version: null,
  read_at: null,
  reading: null,
  readings: 0,
  surfaces: [],
  cost_usd: 0.0312,
  view: null,
  platform: "blog",
  content_kind: "article",
  title: "The quietest electric kettle",
  body_markdown: "# The quietest electric kettle\n\nA kettle is quiet when its base is.",
  posts: null,
  word_count: 12,
  meta_description: "How loud electric kettles are, and why.",
  slug: "the-quietest-electric-kettle",
  target_url: null,
  target_title: null,
  topic,
  prompt_type: "how_to",
  sources: [{ url: `${website}quiet`, title: "How quiet is a Northwind?" }],
  metadata: {},
  context_quality: "full",
  context_message: "The draft rests on a crawl of the website and on the newest report.",
  published: null,
  unconfirmed: null,
};

export const plan: Static<typeof ContentPlanView> = {
  project_id: projectId,
  topics: [
    {
      id: "019bbf24-3d5e-7f70-8a91-b2c3d4e5f607",
      topic,
      content_action: "create_new_article",
      target_url: null,
      target_title: null,
      coverage_status: "uncovered",
      confidence: "high",
      nearest_url: "https://northwind.example/kettles",
      match_reason:
        "No page is about it; the closest one mentions “kettle”. Its answers name Kesselhaus and not Northwind.",
      persisted: true,
      priority: "high",
      prompt_keys: [promptKey(topic)],
      suggested_platform: "blog",
      prompt_type: "how_to",
      draft: {
        report_id: draftId,
        status: "completed",
        published: { url: posted, mode: "publish", edit_url: edited, at: later },
      },
    },
  ],
  skipped_topics: [],
  planner: { version: "4", based_on_report_id: reportId },
};

export const connection: Static<typeof CmsConnectionView> = {
  project_id: projectId,
  kind: "wordpress",
  site_url: "https://blog.northwind.example/",
  account: "ada",
  site_name: "The Northwind blog",
  active: true,
  verified_at: askedAt,
};

export const publication: Static<typeof PublicationView> = {
  report_id: draftId,
  cms: "wordpress",
  cms_post_id: "1842",
  url: posted,
  mode: "publish",
  edit_url: edited,
  published_at: later,
  already_published: false,
};
