import type { Until } from "../../figures/planning/until.ts";
import type { Brand, TrackedBrands } from "../../reader/brand.ts";
import type { Provider } from "../../reader/provider.ts";
import type { BlogKind } from "../outbound/cms/blog.ts";

export const schedules = ["off", "daily", "weekly"] as const;
export type Schedule = (typeof schedules)[number];

export interface Competitor {
  name: string;
  aliases: string[];
  domain: string | null;
  /** URL-safe form of the name, unique within the project. */
  slug: string;
}

/** A brand, its rivals and how they are measured. */
export interface Project {
  id: string;
  organizationId: string;
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
  /** How often a run puts each prompt to each engine, 1-10. */
  samples: number;
  /** When its runs may stop asking; they then ask in waves, whatever `samples` says. */
  until: Until | null;
  /** What its calls may cost in a calendar month, USD; null: whatever its organization may. */
  monthlySpendUsd: number | null;
  schedule: Schedule;
  nextRunAt: string | null;
  promptCount: number;
  /** ISO 3166-1 alpha-2. */
  country: string;
  /** BCP 47. */
  language: string;
  /** IANA name; schedules follow it. */
  timezone: string;
  workspaceId: string | null;
  /** Its client workspace is archived: its reports can be read, but nothing new is run, drafted or published. */
  archived: boolean;
  latestReportId: string | null;
  latestCrawlRecordId: string | null;
  /** The blog that was connected last; not `connected` once it has refused its credentials. */
  cms: { kind: BlogKind; connected: boolean } | null;
  createdAt: string;
  updatedAt: string;
}

/** A project's settings unless its owner chooses others; clearing a field restores its default. */
export const projectDefaults = {
  brandAliases: [],
  about: null,
  domain: null,
  websiteUrl: null,
  competitors: [],
  providers: null,
  samples: 1,
  until: null,
  monthlySpendUsd: null,
  schedule: "off",
  country: "US",
  language: "en",
  timezone: "UTC",
  workspaceId: null,
} satisfies Partial<Project>;

/** One of a project's saved prompts, in the project's order. */
export interface SavedPrompt {
  promptKey: string;
  prompt: string;
  intent: string | null;
  /** What groups it with others; they change nothing of what is asked. */
  tags: string[];
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
