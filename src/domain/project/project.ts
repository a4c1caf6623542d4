import type { BlogKind } from "./blog.ts";
import type { Brand, TrackedBrands } from "./brand.ts";
import type { Provider } from "./provider.ts";

export const schedules = ["off", "daily", "weekly"] as const;
export type Schedule = (typeof schedules)[number];

export interface Competitor {
  name: string;
  aliases: string[];
  domain: string | null;
  /** URL-safe form of the name, unique in the project. */
  slug: string;
}

/** A brand, its rivals and how they are measured. */
export interface Project {
  id: string;
  userId: string;
  name: string;
  brand: string;
  brandAliases: string[];
  /** One line: what the brand sells. */
  about: string | null;
  domain: string | null;
  websiteUrl: string | null;
  competitors: Competitor[];
  /** Null: every configured engine, looked up when a run starts. */
  providers: Provider[] | null;
  /** Times each prompt is put to each engine in one run, 1-10. */
  samples: number;
  schedule: Schedule;
  nextRunAt: string | null;
  promptCount: number;
  /** ISO 3166-1 alpha-2. */
  country: string;
  /** BCP 47. */
  language: string;
  /** IANA name; schedules run in it. */
  timezone: string;
  workspaceId: string | null;
  /** Its client workspace is archived: its reports are read, and nothing new is run, drafted or published. */
  archived: boolean;
  latestReportId: string | null;
  latestCrawlRecordId: string | null;
  /** The connected blog that lets us in; null without one. */
  cms: BlogKind | null;
  createdAt: string;
  updatedAt: string;
}

/** What a project is unless its owner says otherwise; clearing a field goes back to it. */
export const projectDefaults = {
  brandAliases: [],
  about: null,
  domain: null,
  websiteUrl: null,
  competitors: [],
  providers: null,
  samples: 1,
  schedule: "off",
  country: "US",
  language: "en",
  timezone: "UTC",
  workspaceId: null,
} satisfies Partial<Project>;

/** One saved prompt of a project, in the project's order. */
export interface SavedPrompt {
  promptKey: string;
  prompt: string;
  intent: string | null;
}

const hostOf = (url: string | null): string[] => {
  if (url === null || !URL.canParse(url)) return [];
  return [new URL(url).hostname];
};

/** The brands a run of this project measures. */
export function trackedBrands(
  project: Pick<Project, "brand" | "brandAliases" | "about" | "domain" | "websiteUrl" | "competitors">,
): TrackedBrands {
  const domains = [...new Set([...(project.domain ? [project.domain] : []), ...hostOf(project.websiteUrl)])];
  return {
    own: { name: project.brand, aliases: project.brandAliases, domains, about: project.about },
    rivals: project.competitors.map(rivalBrand),
  };
}

/** A competitor as a brand to look for. */
export function rivalBrand(competitor: Omit<Competitor, "slug">): Brand {
  return {
    name: competitor.name,
    aliases: competitor.aliases,
    domains: competitor.domain ? [competitor.domain] : [],
    about: null,
  };
}
