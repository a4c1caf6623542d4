import { type Static, Type } from "typebox";
import type { Provider } from "../../reader/provider.ts";
import { Closed, Figure, Nullable, ObjectOrNull, Time, Uuid } from "../api/schema/schema.ts";
import { BlogKindWord, ProviderWord, ScheduleWord } from "../api/schema/words.ts";
import type { Project } from "./project.ts";

const CompetitorView = Type.Object(
  {
    name: Type.String({ description: "The name to look for." }),
    aliases: Type.Array(Type.String(), { description: "Other names for it." }),
    domain: Nullable(Type.String(), { description: "Its own domain." }),
    slug: Type.String({ description: "The name as it appears in URLs, unique in the project." }),
  },
  { additionalProperties: false, title: "Competitor" },
);

export const ProjectView = Type.Object(
  {
    id: Uuid("Id of the project."),
    name: Type.String({ description: "Name of the project." }),
    brand: Type.String({ description: "The measured brand." }),
    brand_aliases: Type.Array(Type.String(), { description: "Other names of the brand." }),
    about: Nullable(Type.String(), { description: "What the brand sells, in one line." }),
    domain: Nullable(Type.String(), { description: "The brand's domain." }),
    website_url: Nullable(Type.String(), { description: "URL of its website." }),
    competitors: Type.Array(CompetitorView, { description: "Its competitors." }),
    providers: Type.Array(ProviderWord(), { description: "Assistants that a run asks." }),
    samples: Type.Integer({ description: "How often a run asks each assistant each prompt." }),
    until: ObjectOrNull(
      Closed(
        {
          width: Figure("Points that the interval may be wide."),
          change: Figure("Points of a change to show or rule out."),
          at_most: Nullable(Type.Integer(), { description: "Calls at most." }),
        },
        { title: "ProjectUntil", description: "When its runs stop asking." },
      ),
      "When its runs stop asking; null: each prompt is asked `samples` times.",
    ),
    monthly_spend_usd: Nullable(Type.Number(), {
      description: "What its calls may cost in a calendar month, USD; null: no separate limit.",
    }),
    schedule: ScheduleWord({ description: "When a project runs by itself." }),
    next_run_at: Nullable(Time(), { description: "Next scheduled run." }),
    prompt_count: Type.Integer({ description: "Number of saved prompts." }),
    country: Type.String({ description: "Country the questions are asked from (ISO 3166-1)." }),
    language: Type.String({ description: "Language of the questions (BCP 47)." }),
    timezone: Type.String({ description: "Time zone of the schedule (IANA)." }),
    workspace_id: Nullable(Uuid(), { description: "Client workspace it belongs to." }),
    latest_report_id: Nullable(Uuid(), { description: "Newest completed report." }),
    latest_crawl_record_id: Nullable(Uuid(), { description: "Newest crawl of the website." }),
    cms: Type.Object(
      {
        connected: Type.Boolean({ description: "Whether a blog is connected." }),
        provider: Nullable(BlogKindWord(), {
          description: "Kind of the blog; if it is not connected, it refused the credentials.",
        }),
      },
      { additionalProperties: false, description: "Connected blog." },
    ),
    created_at: Time("When it was made."),
    updated_at: Time("When it was last changed."),
  },
  {
    additionalProperties: false,
    title: "Project",
    description: "A brand, its competitors and how they are measured.",
  },
);

/** `configured`: the engines used by a project that has not chosen any. */
export function projectView(project: Project, configured: readonly Provider[]): Static<typeof ProjectView> {
  return {
    id: project.id,
    name: project.name,
    brand: project.brand,
    brand_aliases: project.brandAliases,
    about: project.about,
    domain: project.domain,
    website_url: project.websiteUrl,
    competitors: project.competitors.map(({ name, aliases, domain, slug }) => ({
      name,
      aliases,
      domain,
      slug,
    })),
    providers: [...(project.providers ?? configured)],
    samples: project.samples,
    until: project.until && {
      width: project.until.width ?? null,
      change: project.until.change ?? null,
      at_most: project.until.atMost ?? null,
    },
    monthly_spend_usd: project.monthlySpendUsd,
    schedule: project.schedule,
    next_run_at: project.nextRunAt,
    prompt_count: project.promptCount,
    country: project.country,
    language: project.language,
    timezone: project.timezone,
    workspace_id: project.workspaceId,
    latest_report_id: project.latestReportId,
    latest_crawl_record_id: project.latestCrawlRecordId,
    cms: { connected: project.cms?.connected === true, provider: project.cms?.kind ?? null },
    created_at: project.createdAt,
    updated_at: project.updatedAt,
  };
}
