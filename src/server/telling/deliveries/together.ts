import type { MessageType } from "../../events/stored-event.ts";
import type { Message } from "../../outbound/destinations/destination.ts";
import type { Delivery } from "./deliveries.ts";

const words: Record<Exclude<MessageType, "webhook.test">, readonly [one: string, many: string]> = {
  "report.completed": ["report completed", "reports completed"],
  "report.partial": ["report completed in part", "reports completed in part"],
  "report.failed": ["run failed", "runs failed"],
  "report.canceled": ["run canceled", "runs canceled"],
  "change.detected": ["change", "changes"],
  "change.cleared": ["change that is over", "changes that are over"],
  "watch.idle": ["watch that tells nothing", "watches that tell nothing"],
  "draft.completed": ["draft written", "drafts written"],
  "draft.failed": ["draft failed", "drafts failed"],
  "crawl.completed": ["website read", "websites read"],
  "import.completed": ["import completed", "imports completed"],
  "schedule.missed": ["scheduled run late or not started", "scheduled runs late or not started"],
  "digest.weekly": ["weekly digest", "weekly digests"],
  "spend.warning": ["limit nearly used", "limits nearly used"],
  "spend.exhausted": ["limit used", "limits used"],
  "engine.failing": ["assistant that stopped answering", "assistants that stopped answering"],
  "engine.recovered": ["assistant that answers again", "assistants that answer again"],
};

/** What a destination is there for above all: said by itself also where much else happened. */
export const isChange = ({ type }: Pick<Delivery, "type">): boolean => type.startsWith("change.");

/** What may be over by the time it is told. */
export const mayBeOver = ({ type }: Pick<Delivery, "type">): boolean => type === "watch.idle";

/** Changes that are said by their headlines. */
export const headlinesMost = 5;

/** What has happened since a destination had all its messages of an hour, in one, with the headlines of changes. */
export function together(
  deliveries: readonly Pick<Delivery, "type">[],
  { headlines, url }: { headlines: readonly string[]; url: string },
): Pick<Message, "type" | "data" | "title" | "says" | "link"> {
  const changesFirst = deliveries.toSorted((one, other) => Number(isChange(other)) - Number(isChange(one)));
  const counts = [...Map.groupBy(changesFirst, ({ type }) => type)].map(([type, of]) => {
    const [one, many] = words[type as keyof typeof words] ?? [type, type];
    return `${of.length} ${of.length === 1 ? one : many}`;
  });
  return {
    type: "events.summary",
    data: {},
    title: `${deliveries.length} events in one message`,
    says: [`${counts.join(", ")}.`, ...headlines].join("\n"),
    link: { label: "See each in the log", url },
  };
}
