/** What can be told, by the names that destinations choose from. Source: docs/contract/events.md. */
export const eventTypes = [
  "report.completed",
  "report.partial",
  "report.failed",
  "report.canceled",
  "change.detected",
  "change.cleared",
  "watch.idle",
  "draft.completed",
  "draft.failed",
  "crawl.completed",
  "import.completed",
  "schedule.missed",
  "spend.warning",
  "spend.exhausted",
  "engine.failing",
  "engine.recovered",
] as const;

export type EventType = (typeof eventTypes)[number];

/** What a test of a destination is told as. */
export const testEvent = "webhook.test";

/** What a channel is told its week as. */
export const digestEvent = "digest.weekly";

/** Something that happened to one object of an organization. */
export interface HappenedEvent {
  organizationId: string;
  type: EventType;
  /** Null: it is of no project. */
  projectId: string | null;
  /** Events of the same object are told in order. */
  objectId: string;
  /** What its object does not say itself; ids, codes, times and our own words. */
  facts?: Record<string, unknown>;
}
