/** An id, a word of our own or a number: never what a person, a page, an answer or a vendor wrote. */
export type Noted = string | number | boolean | null | undefined;

/** A piece of work under way. */
export interface Span {
  /** 32 hex digits; null if nothing is traced. */
  traceId: string | null;
  /** Adds what is known by now; null and undefined are left out. */
  note(values: Readonly<Record<string, Noted>>): void;
  /** The work came to nothing; `code` says why in our own words. */
  fail(code: string): void;
}

export interface SpanTerms {
  name: string;
  /** A request that came in, a job that was claimed, or a call of somebody else's server. */
  kind: "request" | "job" | "call";
  /** `traceparent` of what caused it, null for nothing; by default, the span in which it is begun. */
  parent?: string | null;
  /** The parent is named by a stranger, who may not decide what is recorded. */
  fromOutside?: boolean;
  values?: Readonly<Record<string, Noted>>;
}

/** Tells whoever watches this server what caused what, and how long it took. */
export interface Tracing {
  /** Runs `work` in a span, which ends with it; a rejection fails the span and is passed on. */
  span<T>(terms: SpanTerms, work: (span: Span) => Promise<T>): Promise<T>;
  /** The span under way as a `traceparent`, to be kept with work that is done later; null if there is none. */
  current(): string | null;
}

const noSpan: Span = { traceId: null, note: () => undefined, fail: () => undefined };

/** For a server that nobody watches in this way. */
export const noTracing: Tracing = { span: (_terms, work) => work(noSpan), current: () => null };

export interface ParsedTrace {
  traceId: string;
  spanId: string;
  sampled: boolean;
}

/** A `traceparent` (W3C Trace Context) in its parts; null if it is none. */
export function parseTrace(traceparent: string | null | undefined): ParsedTrace | null {
  const match = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/.exec(
    traceparent ?? "",
  );
  if (!match) return null;
  const [, traceId, spanId, flags] = match as unknown as [string, string, string, string];
  return { traceId, spanId, sampled: (Number.parseInt(flags, 16) & 1) === 1 };
}
