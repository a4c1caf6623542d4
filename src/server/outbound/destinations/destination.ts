/** Where people and programs are told what happened. */
export const destinationKinds = ["webhook", "slack", "discord", "teams", "email"] as const;
export type DestinationKind = (typeof destinationKinds)[number];

/** An opened destination: what its secrets are is known here alone. */
export interface Destination {
  kind: DestinationKind;
  /** An address of the web, or for `email` of a person. */
  address: string;
  /** What requests are signed with, the newest first; only a `webhook` has some. */
  secrets: readonly string[];
}

/** One message, for programs and for people. */
export interface Message {
  /** The same whenever it is sent again, so that receivers know it. */
  id: string;
  type: string;
  /** When it happened, RFC 3339. */
  at: string;
  /** For programs. */
  data: Record<string, unknown>;
  /** For people: what happened, what it means, and where to look. Names of people and brands may be in them. */
  title: string;
  says: string;
  link: { label: string; url: string } | null;
  /** Where the destination itself is changed. */
  settingsUrl: string;
}

/** Why an attempt failed, in a word. */
export const deliveryFaults = [
  "not_allowed", // the outbound guard refuses the address
  "redirected",
  "refused", // an answer that is no success
  "timeout",
  "unreachable",
  "tls", // no trusted certificate
  "bad_response",
  "gone", // the other side says that there is nothing any more
  "bounced", // the mail server will never take it
  "mail_server",
  "unsure", // the mail server may have taken it: it did not say
] as const;
export type DeliveryFault = (typeof deliveryFaults)[number];

/** What came of one attempt. */
export interface DeliveryOutcome {
  /** Null: it was taken. */
  fault: DeliveryFault | null;
  status: number | null;
  durationMs: number;
  /** How the answer began, at most 1 KiB, without our secrets: foreign text. */
  response: string | null;
  /** How long the other side asks us to wait. */
  retryAfterMs: number | null;
}

/** Sends messages to the places that an organization chose. */
export interface Destinations {
  /** Whether it can send to this kind at all. */
  takes(kind: DestinationKind): boolean;
  /** Throws the guard's URL_NOT_ALLOWED for an address to which nothing may be sent. */
  check(url: string): Promise<void>;
  /** One attempt. Never rejects for what the other side does. */
  send(destination: Destination, message: Message, signal?: AbortSignal): Promise<DeliveryOutcome>;
}
