import type { FoundCitation, Reply } from "../answer.ts";
import { EngineError } from "../engine.ts";
import { kindOf, saysAnything, strange } from "./content.ts";
import { type Ending, endingOf } from "./ending.ts";
import { errorIn } from "./error-in-body.ts";
import { isObject, type JsonObject, objectIn, objectsIn, stringIn, sumOf } from "./json.ts";
import { byteSpans } from "./offsets.ts";
import { assembled, type Piece } from "./pieces.ts";
import type { Span } from "./support.ts";

const supportsMax = 500;

/**
 * Reads a generateContent reply. Grounding chunks that a support names are cited, with the support's segment as span;
 * the others were only retrieved. A blocked prompt or candidate is an answer without text. Throws EngineError for any
 * other shape.
 */
export function readGenerateContent(body: unknown): Reply {
  const reply = withCamelCase(body);
  const response = objectIn(reply);
  const candidate = candidateIn(response);
  const failure = errorIn(reply);
  // A reply that counts its tokens is Google's, even without a word.
  if (!candidate && !failure && !isObject(response.promptFeedback) && !isObject(response.usageMetadata))
    throw new EngineError("bad_answer", { came: kindOf(isObject(reply) ? response.candidates : reply) });

  const { text, parts, ...facts } = readParts(candidate);
  const grounding = objectIn(objectIn(candidate).groundingMetadata);
  const queries = Array.isArray(grounding.webSearchQueries) ? grounding.webSearchQueries : [];
  const citations = citationsOf(grounding, parts);
  const usage = objectIn(response.usageMetadata);
  return {
    text,
    ending: facts.calls ? "calls" : endingIn(candidate, response),
    hasThought: facts.hasThought,
    others: facts.others,
    error: failure,
    citations,
    model: response.modelVersion,
    // Queries without a source are searches that found nothing.
    searched: citations.length > 0,
    searches: queries.length,
    queries,
    inputTokens: sumOf(usage.promptTokenCount, usage.toolUsePromptTokenCount),
    outputTokens: sumOf(usage.candidatesTokenCount, usage.thoughtsTokenCount),
  };
}

/** The first candidate that says anything, else the first. */
function candidateIn({ candidates }: JsonObject): JsonObject | undefined {
  const candidateObjects = objectsIn(candidates);
  const saying = candidateObjects.find(({ content }) =>
    objectsIn(objectIn(content).parts).some((part) => part.thought !== true && saysAnything(part.text)),
  );
  return saying ?? candidateObjects[0];
}

/** Google's SDKs and the gateways behind them write the same fields with underscores. Values and lists of texts stay. */
function withCamelCase(value: unknown, depth = 0): unknown {
  if (depth > depthMax) return value;
  if (Array.isArray(value)) return value.map((each) => withCamelCase(each, depth + 1));
  if (!isObject(value)) return value;
  const camel = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [camel(name), withCamelCase(each, depth + 1)]),
  );
}

const depthMax = 7;

/** The numbers of `FinishReason` in Google's protocol buffers. */
const numbered = [
  "FINISH_REASON_UNSPECIFIED",
  "STOP",
  "MAX_TOKENS",
  "SAFETY",
  "RECITATION",
  "OTHER",
  "BLOCKLIST",
  "PROHIBITED_CONTENT",
  "SPII",
  "MALFORMED_FUNCTION_CALL",
];

function endingIn(candidate: JsonObject | undefined, { promptFeedback }: JsonObject): Ending {
  if (candidate) {
    const { finishReason: reason } = candidate;
    return endingOf(typeof reason === "number" ? numbered[reason] : reason);
  }
  return objectIn(promptFeedback).blockReason === undefined ? "failed" : "filtered";
}

interface Part {
  /** Offset in the answer; null for a thought, a part without text, or one that is no part of the answer. */
  start: number | null;
  text: string;
}

interface Parts {
  text: string;
  parts: Part[];
  hasThought: boolean;
  /** The model said what it will do, called a tool, and said nothing more. */
  calls: boolean;
  others: string[];
}

function readParts(candidate: JsonObject | undefined): Parts {
  const content = objectIn(candidate?.content);
  if (content.parts !== undefined && content.parts !== null && !Array.isArray(content.parts))
    throw strange(content.parts);
  const parts = objectsIn(content.parts);
  const pieces = parts.map(pieceOf);
  const { text, starts, talked } = assembled(pieces);
  return {
    text,
    parts: pieces.map((piece, at) => ({
      start: starts[at] ?? null,
      text: typeof piece === "string" ? "" : piece.text,
    })),
    hasThought: parts.some((part) => part.thought === true && saysAnything(part)),
    calls: (text === "" && talked) || isObject(parts.at(-1)?.functionCall),
    others: parts.filter((part) => part.inlineData ?? part.fileData).map(() => "a file"),
  };
}

/** What code prints, and what a tool of Google's answers, is no word to the reader. */
function pieceOf(part: JsonObject): Piece {
  if (part.thought === true) return "gap";
  if (tools.some((name) => part[name] !== undefined)) return "call";
  if (part.text === undefined) return "gap";
  if (typeof part.text !== "string") throw strange(part.text);
  return { text: part.text };
}

const tools = [
  "executableCode",
  "codeExecutionResult",
  "functionCall",
  "functionResponse",
  "toolCall",
  "toolResponse",
];

function citationsOf(grounding: JsonObject, parts: readonly Part[]): FoundCitation[] {
  const chunks = Array.isArray(grounding.groundingChunks) ? grounding.groundingChunks : [];
  const sources = chunks.map((chunk: unknown) => sourceOf(objectIn(objectIn(chunk).web)));
  const spans = parts.map((part) => byteSpans(part.text));
  const cited: FoundCitation[] = [];
  for (const support of objectsIn(grounding.groundingSupports).slice(0, supportsMax)) {
    const span = spanOf(objectIn(support.segment), parts, spans);
    const indices = Array.isArray(support.groundingChunkIndices) ? support.groundingChunkIndices : [];
    for (const index of indices.slice(0, 20)) {
      const source = typeof index === "number" ? sources[index] : undefined;
      if (source) cited.push({ ...source, cited: true, span });
    }
  }
  return [...cited, ...sources.map((source) => ({ ...source, cited: false }))];
}

/** Segments count UTF-8 bytes within their part; a missing start is 0. */
function spanOf(
  segment: JsonObject,
  parts: readonly Part[],
  spans: readonly ReturnType<typeof byteSpans>[],
): Span | undefined {
  const only = parts.findIndex((part) => part.start !== null);
  const index = typeof segment.partIndex === "number" ? segment.partIndex : only;
  const part = parts[index];
  const span = part && spans[index]?.(segment.startIndex ?? 0, segment.endIndex);
  if (!span || part.start === null) return undefined;
  return { start: part.start + span.start, end: part.start + span.end };
}

const redirect = "https://vertexaisearch.cloud.google.com/grounding-api-redirect/";
const host = /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+$/u;

/**
 * The Developer API hides pages behind its own short-lived redirects and gives the site's name as the title. We keep the
 * site, because by the redirect every source would count as Google.
 */
function sourceOf({ uri, title, domain }: JsonObject): { url: unknown; title: unknown } {
  const site = [domain, title]
    .map((name) => stringIn(name)?.trim() ?? null)
    .find((name) => name !== null && host.test(name));
  const hidden = stringIn(uri)?.startsWith(redirect) === true;
  return { url: hidden && site ? `https://${site}/` : uri, title };
}
