import { EngineError } from "../../kernel/engine.ts";
import type { FoundCitation, Reply } from "../answer.ts";
import { isObject, type JsonObject, objectIn, objectsIn, stringIn, sumOf } from "./json.ts";
import { byteSpans } from "./offsets.ts";
import type { Span } from "./support.ts";

const supportsMax = 500;

/**
 * Reads a generateContent reply. Grounding chunks that a support names are cited, with the support's segment as span;
 * the others were only retrieved. A blocked prompt or candidate is an answer without text. Throws EngineError for any
 * other shape.
 */
export function readGenerateContent(reply: unknown): Reply {
  const response = objectIn(reply);
  const candidate = objectsIn(response.candidates)[0];
  if (!candidate && !isObject(response.promptFeedback)) throw new EngineError("bad_answer");

  const { text, parts } = readParts(candidate);
  const grounding = objectIn(objectIn(candidate).groundingMetadata);
  const queries = Array.isArray(grounding.webSearchQueries) ? grounding.webSearchQueries : [];
  const citations = citationsOf(grounding, parts);
  const usage = objectIn(response.usageMetadata);
  return {
    text,
    citations,
    model: response.modelVersion,
    searched: queries.length > 0 || citations.length > 0,
    searches: queries.length,
    queries,
    inputTokens: sumOf(usage.promptTokenCount, usage.toolUsePromptTokenCount),
    outputTokens: sumOf(usage.candidatesTokenCount, usage.thoughtsTokenCount),
  };
}

interface Part {
  /** Offset in the answer; null for a thought or a part without text. */
  start: number | null;
  text: string;
}

function readParts(candidate: JsonObject | undefined): { text: string; parts: Part[] } {
  const content = objectIn(candidate?.content);
  if (content.parts !== undefined && !Array.isArray(content.parts)) throw new EngineError("bad_answer");
  const parts: Part[] = [];
  let text = "";
  for (const part of objectsIn(content.parts)) {
    if (part.thought === true || part.text === undefined) {
      parts.push({ start: null, text: "" });
      continue;
    }
    const said = stringIn(part.text);
    if (said === null) throw new EngineError("bad_answer");
    parts.push({ start: text.length, text: said });
    text += said;
  }
  return { text, parts };
}

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
const host = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/i;

/**
 * The Developer API hides pages behind its own short-lived redirects and gives the site's name as the title. We keep the
 * site, because by the redirect every source would count as Google.
 */
function sourceOf({ uri, title, domain }: JsonObject): { url: unknown; title: unknown } {
  const site = [domain, title].map(stringIn).find((name) => name !== null && host.test(name));
  const hidden = stringIn(uri)?.startsWith(redirect) === true;
  return { url: hidden && site ? `https://${site}/` : uri, title };
}
