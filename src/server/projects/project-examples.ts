import type { Static } from "typebox";
import { usualWatches } from "../../figures/watching/watch.ts";
import { promptKey } from "../../reader/prompt.ts";
import {
  askedAt,
  earlier,
  northwindBrands,
  projectId,
  questions,
  tag,
  website,
  workspaceId,
} from "../api/examples/northwind.ts";
import type { WorkspaceView } from "./client-workspaces/workspace-view.ts";
import type { ProjectView } from "./project-view.ts";
import type { PromptListView } from "./prompts/prompt-view.ts";
import { type TagListView, tagListView } from "./prompts/tag-view.ts";
import { type WatchListView, watchFields } from "./watches/change-view.ts";

/** A project before anything has been run or connected. */
export const project: Static<typeof ProjectView> = {
  id: projectId,
  name: "Northwind, Germany",
  brand: northwindBrands.own.name,
  brand_aliases: [...northwindBrands.own.aliases],
  about: northwindBrands.own.about,
  domain: northwindBrands.own.domains[0]!,
  website_url: website,
  competitors: northwindBrands.rivals.map(({ name, domains }) => ({
    name,
    aliases: [],
    domain: domains[0]!,
    slug: name.toLowerCase(),
  })),
  providers: ["chatgpt"],
  samples: 1,
  until: null,
  monthly_spend_usd: null,
  schedule: "weekly",
  next_run_at: askedAt,
  prompt_count: questions.length,
  country: "DE",
  language: "en",
  timezone: "Europe/Berlin",
  workspace_id: workspaceId,
  latest_report_id: null,
  latest_crawl_record_id: null,
  cms: { connected: false, provider: null },
  created_at: earlier,
  updated_at: earlier,
};

export const projectTerms = {
  name: project.name,
  brand: project.brand,
  brandAliases: project.brand_aliases,
  domain: "northwind.example",
  websiteUrl: website,
  about: "Quiet electric kettles",
  competitors: [{ name: "Kesselhaus", domain: "kesselhaus.example" }],
  prompts: [...questions],
  providers: ["chatgpt"],
  samples: 1,
  schedule: "weekly",
  country: "DE",
  language: "en",
  timezone: "Europe/Berlin",
  workspaceId,
};

export const prompts: Static<typeof PromptListView> = {
  project_id: projectId,
  prompt_count: questions.length,
  prompts: questions.map((prompt) => ({ prompt_key: promptKey(prompt), prompt, intent: null, tags: [] })),
};

export const tags: Static<typeof TagListView> = tagListView(
  projectId,
  new Map([[promptKey(questions[0]), [tag]]]),
  questions.map(promptKey),
  new Map(questions.map((prompt) => [promptKey(prompt), prompt])),
);

export const watches: Static<typeof WatchListView> = {
  project_id: projectId,
  usual: true,
  watches: usualWatches.map((watch) => ({ ...watchFields(watch), idle_because: null, change: null })),
};

export const workspace: Static<typeof WorkspaceView> = {
  id: workspaceId,
  name: "Northwind GmbH",
  kind: "client",
  status: "active",
  domain: "northwind.example",
  project_ids: [],
  created_at: "2026-01-02T08:10:00.000Z",
  updated_at: earlier,
};

export const engines = [
  {
    ...{ provider: "chatgpt" as const, configured: true, model: "gpt-5.2", searches: true },
    ...{ credentials: "server" as const, unavailable_reason: null, takes_key: true },
  },
  {
    ...{ provider: "gemini" as const, configured: false, model: null, searches: false, credentials: null },
    ...{
      unavailable_reason: "The server has no key for it (GEMINI_API_KEY); an organization can save its own.",
      takes_key: true,
    },
  },
];

export const engineCredentials = {
  provider: "chatgpt" as const,
  last_four: "0000",
  active: true,
  verified_at: earlier,
};
