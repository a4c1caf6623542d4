import type { digestEvent, EventType, testEvent } from "./event.ts";

/** What a destination may be told: what happened, a test, or a week. */
export type ToldType = EventType | typeof testEvent | typeof digestEvent;

/** An event as it is stored, to be put into words. */
export interface StoredEvent {
  organizationId: string;
  type: ToldType;
  projectId: string | null;
  objectId: string;
  facts: Record<string, unknown> | null;
}

/** What is told of an event: to programs, and to people. */
export interface Told {
  data: Record<string, unknown>;
  title: string;
  says: string;
  link: { label: string; url: string } | null;
}

/** Puts an event into words, as things are now; null if there is nothing left of what it was about. */
export type Tell = (event: StoredEvent, terms: { quotes: boolean }) => Promise<Told | null>;
