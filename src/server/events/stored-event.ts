import type { digestEvent, EventType, testEvent } from "./event.ts";

/** What a destination may be told: what happened, a test, or a week. */
export type MessageType = EventType | typeof testEvent | typeof digestEvent;

/** An event as it is stored, to be put into words. */
export interface StoredEvent {
  organizationId: string;
  type: MessageType;
  projectId: string | null;
  objectId: string;
  facts: Record<string, unknown> | null;
}

/** What is told of an event: to programs, and to people. */
export interface EventMessage {
  data: Record<string, unknown>;
  title: string;
  says: string;
  link: { label: string; url: string } | null;
}

/** Puts an event into words, as things are now; null if there is nothing left of what it was about. */
export type MakeMessage = (event: StoredEvent, terms: { quotes: boolean }) => Promise<EventMessage | null>;
