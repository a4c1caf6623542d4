import type { GivenCitation } from "../domain/answer/reading.ts";
import type { Provider, Surface } from "../domain/project/provider.ts";

/** What one engine is asked: one prompt, once. */
export interface Question {
  prompt: string;
  /** 1-based; a sandbox answers each sample differently, vendors ignore it. */
  sample: number;
  /** ISO 3166-1 alpha-2, for engines that localise their search. */
  country: string;
  /** BCP 47. */
  language: string;
  /** Names known to the project; only `sandbox` uses them, a vendor is never told. */
  brands: readonly { name: string; domain: string | null }[];
  /** False: answer from what the prompt says, at length, and do not search the web. */
  search?: false;
}

/** One answer in the one shape that every adapter returns. */
export interface EngineAnswer {
  /** Verbatim, at most `answerBytesMax` bytes of UTF-8; NUL replaced by U+FFFD. */
  text: string;
  truncated: boolean;
  /** The model that answered, as the vendor names it. */
  model: string | null;
  citations: GivenCitation[];
  /** Whether a web search ran for this answer; null if the vendor does not say. */
  searched: boolean | null;
  /** What was searched for, in order, as the vendor reports it; at most 50 of at most 500 characters. */
  queries: string[];
  inputTokens: number | null;
  outputTokens: number | null;
  searches: number | null;
  /** As the vendor billed it if it says so, else by our price table; null if neither is known. */
  costUsd: number | null;
}

/** An assistant behind an API. Adapters keep no state between questions. */
export interface Engine {
  provider: Provider;
  surface: Surface;
  /** The model it will ask for; null: the first that its server lists. */
  model: string | null;
  /** Whether its answers can rest on a web search. */
  searches: boolean;
  /** Questions that may be under way at once, and started per minute. */
  concurrency: number;
  requestsPerMinute: number;
  /** Upper estimate of one answer's cost in USD, reserved before the call; 0 for `sandbox` and `local`. */
  estimateUsd: number;
  /** Throws EngineError and nothing else; obeys `signal` at once. */
  ask(question: Question, signal: AbortSignal): Promise<EngineAnswer>;
}

export const answerBytesMax = 256 * 1024;

/** A provider as GET /v1/engines lists it. */
export interface EngineListing {
  provider: Provider;
  configured: boolean;
  model: string | null;
  searches: boolean;
  /** Why it cannot be asked, in our words; null if it can. */
  unavailableReason: string | null;
}

/** The engines of this server. */
export interface Engines {
  /** The engine behind a provider, undefined if none is set up. */
  get(provider: Provider): Engine | undefined;
  /** Those that a project without a list of providers asks: every engine set up, or `sandbox` alone if there is none. */
  configured(): Provider[];
  /** Every provider in the order of `providers`. */
  list(): EngineListing[];
  /** Loads the SDKs of the engines set up, so that the first question need not wait for them. */
  warm(): Promise<void>;
}

export type EngineErrorKind =
  | "rate_limited" // 429 or an overload answer: retry, after `retryAfterMs` where given
  | "unavailable" // 5xx, connection lost, DNS: retry
  | "timeout" // no complete answer in time: retry
  | "bad_answer" // not the vendor's format, or larger than we read: retry
  | "bad_key" // 401 or 403: no retry
  | "refused" // the vendor will not take this request (400, content policy, no credit): no retry
  | "cancelled"; // our own signal

/** A failed call. `message` is ours; the vendor's words are in `cause` and go to the log at debug only. */
export class EngineError extends Error {
  override name = "EngineError";
  readonly kind: EngineErrorKind;
  readonly retryAfterMs: number | null;

  constructor(kind: EngineErrorKind, options: { retryAfterMs?: number | null; cause?: unknown } = {}) {
    super(kind, { cause: options.cause });
    this.kind = kind;
    this.retryAfterMs = options.retryAfterMs ?? null;
  }

  /** Whether asking again can help. */
  get retryable(): boolean {
    return ["rate_limited", "unavailable", "timeout", "bad_answer"].includes(this.kind);
  }
}
