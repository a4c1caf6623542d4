import type { EventType } from "./event.ts";

/** An event as it is stored, to be put into words. */
export interface StoredEvent {
  organizationId: string;
  type: EventType | "webhook.test";
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
