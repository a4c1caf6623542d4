import { Type } from "typebox";
import { Closed, Nullable, OneOf, Time, Uuid } from "../api/schema/schema.ts";
import { GeneratedContentView } from "../content/drafts/generated-content-view.ts";
import type { EventType } from "../events/event.ts";
import { IdleWatchView, WatchedChangeView } from "../projects/watches/change-view.ts";
import { SummaryView } from "../reports/report-view.ts";
import { AssistantStateView, SpendingLimitView } from "../telling/words/state-views.ts";
import { CrawlView } from "../website/crawls/crawl-view.ts";
import type { Json, Schemas } from "./schemas.ts";

const MissedSchedule = Closed(
  {
    id: Uuid("Id of the project."),
    project_id: Uuid("The same."),
    due_at: Nullable(Time(), { description: "When the run was due." }),
    started_at: Nullable(Time(), { description: "When it began after all; null: it did not." }),
    report_id: Nullable(Uuid(), { description: "The report of the run, or of why there was none." }),
    code: Nullable(Type.String(), { description: "Why it did not begin, for programs." }),
    message: Type.String({ description: "The same in one sentence." }),
  },
  { title: "MissedSchedule" },
);

const webhookGroups: Record<string, { types: readonly EventType[]; says: string; data: object }> = {
  reportEnded: {
    types: ["report.completed", "report.partial", "report.failed", "report.canceled", "import.completed"],
    says: "A report has ended.",
    data: SummaryView,
  },
  changeTold: {
    types: ["change.detected", "change.cleared"],
    says: "Something that a project watches has changed by more than chance, or is back as it was.",
    data: WatchedChangeView,
  },
  watchIdle: {
    types: ["watch.idle"],
    says: "A watch tells nothing: its tag has no prompts, or its competitor is not tracked.",
    data: IdleWatchView,
  },
  draftEnded: {
    types: ["draft.completed", "draft.failed"],
    says: "A draft was written, or could not be.",
    data: GeneratedContentView,
  },
  crawlCompleted: { types: ["crawl.completed"], says: "A website was read.", data: CrawlView },
  scheduleMissed: {
    types: ["schedule.missed"],
    says: "A scheduled run did not begin, or an hour or more late.",
    data: MissedSchedule,
  },
  spendingNearLimit: {
    types: ["spend.warning", "spend.exhausted"],
    says: "What may be spent in a month is used to four fifths, or leaves too little.",
    data: SpendingLimitView,
  },
  assistantState: {
    types: ["engine.failing", "engine.recovered"],
    says: "An assistant has stopped answering, or answers again.",
    data: AssistantStateView,
  },
};

const header = (name: string, description: string): Json => ({
  ...{ name, in: "header", required: true, description },
  schema: { type: "string" },
});

const headers = [
  header("webhook-id", "Id of the event, the same in every attempt."),
  header("webhook-timestamp", "When this attempt was made, in seconds since 1970."),
  header("webhook-signature", "One signature or two, separated by a space."),
];

/** What destinations of the kind `webhook` are sent, after Standard Webhooks. */
export const webhooksOf = (schemas: Schemas): Json =>
  Object.fromEntries(
    Object.entries(webhookGroups).map(([name, { types, says, data }]) => {
      const body = Closed({
        type: OneOf(types, { description: "What happened." }),
        timestamp: Time("When it happened."),
        data: Type.Unsafe(data),
      });
      const post = {
        ...{ operationId: name, summary: says, tags: ["organization"], security: [], parameters: headers },
        description: "A body of 20 kB or more has `{ id, headline, url }` as its `data`.",
        requestBody: {
          required: true,
          content: { "application/json": { schema: schemas.schemaOf(body) } },
        },
        responses: {
          "2XX": { description: "It was taken." },
          "410": { description: "Nothing more is to be sent." },
        },
      };
      return [name, { post }];
    }),
  );
