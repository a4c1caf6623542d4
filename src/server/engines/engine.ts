import type { Provider, Surface } from "../../reader/provider.ts";
import type { GivenCitation } from "../../reader/reading.ts";

/** One question to an engine: one prompt, once. */
export interface Question {
  prompt: string;
  /** 1-based; the sandbox answers each sample differently, vendors ignore it. */
  sample: number;
  /** ISO 3166-1 alpha-2, for engines that localise their search. */
  country: string;
  /** BCP 47. */
  language: string;
  /** Names known to the project; only `sandbox` uses them, vendors are never told. */
  brands: readonly { name: string; domain: string | null }[];
  /** False: answer at length from what the prompt says, without searching the web. */
  search?: false;
  /** True: an earlier answer was cut off before a word of it came, so this one may be longer. */
  roomier?: true;
}

/** The cheapest one that shows whether an engine answers. */
export const probe: Question = {
  prompt: "Answer with the word yes.",
  sample: 1,
  country: "US",
  language: "en",
  brands: [],
  search: false,
};

/** One answer in the shape that every adapter returns. */
export interface EngineAnswer {
  /** Verbatim, at most `answerBytesMax` bytes of UTF-8; NUL replaced by U+FFFD. */
  text: string;
  /** Whether more would have come: it was cut off by its vendor, or here. */
  truncated: boolean;
  /** The vendor says that it declined, or withheld the answer. */
  declined: boolean;
  /** The model that answered, as the vendor names it. */
  model: string | null;
  /** The first 100. */
  citations: GivenCitation[];
  /** How many more there were. */
  citationsLeftOut: number;
  /** Whether a web search ran for this answer; null if the vendor does not say. */
  searched: boolean | null;
  /** What was searched for, in order, as reported by the vendor; at most 50, of at most 500 characters. */
  queries: string[];
  inputTokens: number | null;
  outputTokens: number | null;
  searches: number | null;
  /** As billed by the vendor if it says so, otherwise by our price table; null if neither is known. */
  costUsd: number | null;
}

/** An assistant behind an API. Adapters keep no state between questions. */
export interface Engine {
  provider: Provider;
  surface: Surface;
  /** The model it will ask; null: the first that its server lists. */
  model: string | null;
  /** Whether its answers can rest on a web search. */
  searches: boolean;
  /** How many questions may be under way at once, and start per minute. */
  concurrency: number;
  requestsPerMinute: number;
  /** Upper estimate of one answer's cost in USD, reserved before the call; 0 for `sandbox` and `local`. */
  estimateUsd: number;
  /** Throws only EngineError; obeys `signal` at once. */
  ask(question: Question, signal: AbortSignal): Promise<EngineAnswer>;
}

export const answerBytesMax = 256 * 1024;

/** What is known of an engine before it is asked. */
export type EngineFacts = Omit<Engine, "ask">;

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
  /** The engine behind a provider, undefined if none is configured. */
  get(provider: Provider): Engine | undefined;
  /** The providers that a project asks by default: all that are configured, or `sandbox` alone if none is. */
  configured(): Provider[];
  /** Every provider in the order of `providers`. */
  list(): EngineListing[];
  /**
   * A vendor's assistant with the server's settings and this key; undefined if the provider does not use vendors' keys.
   */
  withKey(provider: Provider, apiKey: string): Engine | undefined;
  /** Loads the SDKs of the configured engines, so that the first question need not wait for them. */
  warm(): Promise<void>;
}

export type EngineErrorKind =
  | "rate_limited" // 429 or an overload answer: retry, after `retryAfterMs` where given
  | "unavailable" // 5xx, connection lost, DNS: retry
  | "timeout" // no complete answer in time: retry
  | "bad_answer" // not the vendor's format, or larger than we read: retry
  | "no_answer" // the model ended in an error, a call of a tool or a thought, without an answer: retry
  | "cut_short" // it reached its limit of length before a word was seen: retry once, with more room
  | "bad_key" // the vendor says that the key is none: no retry
  | "refused" // the vendor will not take this request (403, 400, content policy, no credit): no retry
  | "cancelled"; // our own signal

/** What a vendor's documented code, or what came instead of one, says about a failure. */
export type EngineErrorReason =
  | "no_credit"
  | "country"
  | "no_model"
  | "service_off"
  | "key_bound"
  | "no_permission"
  | "policy"
  | "page"; // HTML, from something between us and the vendor

interface EngineErrorOptions {
  reason?: EngineErrorReason | null;
  came?: string | null;
  retryAfterMs?: number | null;
  costUsd?: number | null;
  roomier?: boolean;
  cause?: unknown;
}

/** Kinds of failures in which the model may have run. */
const mayBeBilled = new Set<EngineErrorKind>(["timeout", "bad_answer", "no_answer", "cut_short"]);

/** A failed call. `message` is ours; the vendor's words are in `cause` and are logged at debug only. */
export class EngineError extends Error {
  override name = "EngineError";
  readonly kind: EngineErrorKind;
  readonly reason: EngineErrorReason | null;
  /** What came in the place of a text: kinds of JSON and of parts, never what they hold; null if that is not the reason. */
  readonly came: string | null;
  readonly retryAfterMs: number | null;
  /** What it is billed at, USD; null if that is not known, so that it counts at its estimate. */
  readonly costUsd: number | null;
  /** Whether the same question may be asked with more room. */
  readonly roomier: boolean;

  constructor(kind: EngineErrorKind, options: EngineErrorOptions = {}) {
    super(kind, { cause: options.cause });
    this.kind = kind;
    this.reason = options.reason ?? null;
    this.came = options.came ?? null;
    this.retryAfterMs = options.retryAfterMs ?? null;
    this.costUsd = options.costUsd === undefined ? (mayBeBilled.has(kind) ? null : 0) : options.costUsd;
    this.roomier = options.roomier ?? false;
  }

  /** Whether asking again can help. */
  get retryable(): boolean {
    if (this.kind === "cut_short") return this.roomier;
    return ["rate_limited", "unavailable", "timeout", "bad_answer", "no_answer"].includes(this.kind);
  }
}
