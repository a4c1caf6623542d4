import { notShownIn, textShown } from "../../reader/hidden-parts/not-shown.ts";
import type { GivenCitation } from "../../reader/reading.ts";
import { boundedText } from "./bounded-text.ts";
import { type EngineAnswer, EngineError, type EngineErrorKind } from "./engine.ts";
import { type Price, priceOf } from "./price.ts";
import type { Ending } from "./wire/ending.ts";
import type { ErrorInBody } from "./wire/error-in-body.ts";
import { stringIn } from "./wire/json.ts";

const citationsMax = 100;
/** Citations looked at, as most may be repeats or no addresses; an answer has a few hundred. */
const foundMax = 2_000;
const urlCharsMax = 2048;
const titleCharsMax = 500;
const modelCharsMax = 200;
const queriesMax = 50;
const queryCharsMax = 500;

/** A citation as found: its fields are the vendor's and unchecked, its span is ours. */
export interface FoundCitation {
  url: unknown;
  title?: unknown;
  cited: boolean;
  span?: { start: number; end: number } | undefined;
}

/** What is read from a vendor's reply; `text` is complete and `span`s are UTF-16 offsets into it. */
export interface Reply {
  text: string;
  ending: Ending;
  /** Whether the model's thoughts came beside the text; absent: none. */
  hasThought?: boolean;
  /** Kinds of what came that is neither a text nor a thought, for a failed call to say. */
  others?: readonly string[];
  /** The error that the reply tells in the place of an answer. */
  error?: ErrorInBody | null;
  citations: FoundCitation[];
  model: unknown;
  searched: boolean | null;
  searches: number | null;
  /** What the vendor says was searched for, unchecked; absent if it does not say. */
  queries?: readonly unknown[];
  inputTokens: number | null;
  outputTokens: number | null;
  /** What the vendor says it billed, if it does. */
  billedUsd?: number | null;
}

/** What an answer is read by: whom was asked, at what price, and with how many tokens more it may be asked once again. */
interface Asked {
  model: string | null;
  prices: readonly Price[];
  moreTokens: number | null;
}

/**
 * The reply in the shape that every adapter returns: bounded, well-formed, citations in order and without repeats. Throws
 * EngineError, with what the vendor bills, for a reply without an answer: an error, a call of a tool, a thought alone, or
 * one that was cut off before a word of it was seen. Who declines has answered, and so has who says nothing and is done.
 */
export function answerFrom(reply: Reply, options: Asked): EngineAnswer {
  const { text, truncated, placeOf } = boundedText(clean(reply.text));
  const citations = reply.citations.map((one) =>
    one.span ? { ...one, span: { start: placeOf(one.span.start), end: placeOf(one.span.end) } } : one,
  );
  const model = stringIn(reply.model)?.slice(0, modelCharsMax) || null;
  const { inputTokens, outputTokens, searches, searched, ending } = reply;
  const used = { inputTokens, outputTokens, searches };
  const priceAs = (name: string | null) => (name === null ? null : priceOf(options.prices, name, used));
  const costUsd = reply.billedUsd ?? priceAs(model ?? options.model) ?? priceAs(options.model);
  // An error that counts no tokens is not billed.
  if (reply.error) throw new EngineError(reply.error.kind, { ...reply.error, costUsd: costUsd ?? 0 });
  const notShown = notShownIn(text);
  const isSeen = visibleCharacter.test(textShown(text, notShown));
  const hasThought = reply.hasThought || notShown.length > 0;
  const failure = failureOf({ ...reply, hasThought }, isSeen);
  if (failure) {
    const roomier = options.moreTokens !== null && (outputTokens ?? 0) < options.moreTokens;
    const came =
      failure === "bad_answer" ? [...new Set(reply.others ?? [])].slice(0, othersMax).join(", ") : null;
    throw new EngineError(failure, { costUsd, roomier, came });
  }
  return {
    text,
    truncated: truncated || (isSeen && ["length", "cut", "filtered"].includes(ending)),
    declined: ending === "declined" || ending === "filtered",
    model,
    ...listed(citations, text.length),
    searched,
    queries: boundedQueries(reply.queries ?? []),
    ...used,
    costUsd,
  };
}

const othersMax = 5;
/** A letter, a figure or a sign: anything but blanks. */
const visibleCharacter = /[\p{L}\p{N}\p{P}\p{S}]/u;

function failureOf(
  { ending, hasThought = false, others = [] }: Reply,
  isSeen: boolean,
): EngineErrorKind | null {
  if (ending === "failed" || ending === "calls") return "no_answer";
  if (ending === "declined" || ending === "filtered" || isSeen) return null;
  if (ending === "length") return "cut_short";
  if (others.length > 0) return "bad_answer";
  // A reason that nobody documents is no word for having said all there was to say.
  return ending === "complete" && !hasThought ? null : "no_answer";
}

/** Replaces what PostgreSQL cannot store (lone surrogates, NUL) one for one, so that offsets stay. */
function clean(text: string): string {
  return text.toWellFormed().replaceAll("\0", "\uFFFD");
}

function boundedQueries(rawQueries: readonly unknown[]): string[] {
  const queries = rawQueries.map((query) =>
    clean(stringIn(query) ?? "")
      .slice(0, queryCharsMax)
      .toWellFormed()
      .trim(),
  );
  return queries.filter((query) => query !== "").slice(0, queriesMax);
}

/**
 * Cited pages in the order of the answer, then those only retrieved; a page that is cited is not listed again. The first 100 are
 * kept, and the others counted.
 */
function listed(
  foundCitations: readonly FoundCitation[],
  textLength: number,
): Pick<EngineAnswer, "citations" | "citationsLeftOut"> {
  const keys = new Set<string>();
  const citations: GivenCitation[] = [];
  let citationsLeftOut = 0;
  const cited = foundCitations.filter((one) => one.cited);
  cited.sort((a, b) => (a.span?.start ?? textLength) - (b.span?.start ?? textLength));
  for (const one of [...cited, ...foundCitations.filter((one) => !one.cited)].slice(0, foundMax)) {
    const url = webUrl(one.url);
    if (url === null) continue;
    const span = one.cited ? spanWithin(one.span, textLength) : undefined;
    const page = pageOf(url);
    const key = span ? `${page} ${span.start} ${span.end}` : page;
    if (keys.has(key)) continue;
    keys.add(key).add(page);
    if (citations.length === citationsMax) {
      citationsLeftOut += 1;
      continue;
    }
    const title =
      clean(stringIn(one.title) ?? "")
        .slice(0, titleCharsMax)
        .trim() || null;
    citations.push({ url, title, cited: one.cited, ...(span && { span }) });
  }
  return { citations, citationsLeftOut };
}

/** OpenAI adds a tag to the links it cites, but not to the same pages in its list of retrieved ones. */
function pageOf(url: string): string {
  return url.replace(/#.*$/, "").replace(/[?&]utm_source=(openai|chatgpt\.com)$/, "");
}

function webUrl(value: unknown): string | null {
  const url = clean(stringIn(value) ?? "").trim();
  if (url.length > urlCharsMax || !/^https?:\/\//i.test(url) || !URL.canParse(url)) return null;
  return url;
}

function spanWithin(span: FoundCitation["span"], textLength: number): GivenCitation["span"] {
  if (!span || !Number.isSafeInteger(span.start) || !Number.isSafeInteger(span.end)) return undefined;
  const end = Math.min(span.end, textLength);
  return span.start >= 0 && span.start < end ? { start: span.start, end } : undefined;
}
