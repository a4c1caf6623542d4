import { Type } from "typebox";
import { Closed, Count, Nullable, OneOf, Time, Uuid } from "../../api/schema/schema.ts";
import { ProviderWord } from "../../api/schema/words.ts";

export const SpendingLimitView = Closed(
  {
    id: Uuid("Id of the project or the organization; of the organization also for the server's limit."),
    project_id: Nullable(Uuid(), { description: "The project; null: the organization or the server." }),
    bound: OneOf(["project", "organization", "server"], { description: "Whose limit it is." }),
    limit_usd: Type.Number({ description: "What may be spent in the month, USD." }),
    used_usd: Type.Number({ description: "What is spent or reserved of it, USD." }),
    month: Type.String({ description: "The month (UTC).", examples: ["2026-11"] }),
    resets_at: Time("When the next month begins."),
    url: Type.String({ description: "Where the limit is changed." }),
  },
  { title: "SpendingLimit", description: "A limit of a month's spending that is nearly or wholly used." },
);

export const AssistantStateView = Closed(
  {
    id: Type.String({ description: "The assistant." }),
    provider: ProviderWord(),
    answered: Count("Calls of the report that it answered."),
    failed: Count("Calls that it did not."),
    code: Nullable(Type.String(), { description: "Why most of these failed; null if none did." }),
    report_id: Type.String({ description: "Id of the report." }),
    url: Type.String({ description: "Where to look or mend it." }),
  },
  { title: "AssistantState", description: "How an assistant answered the calls of a report." },
);
