import type { FoundCitation, Reply } from "../answer.ts";
import { EngineError } from "../engine.ts";
import { contentOf, kindOf, saysAnything, strange } from "./content.ts";
import { type Ending, endingOf } from "./ending.ts";
import { errorIn, errorOf } from "./error-in-body.ts";
import { isObject, type JsonObject, objectIn, objectsIn, sumOf } from "./json.ts";
import { citationsByAnnotations, citationsByMarks, numberedSources } from "./marks.ts";
import { assembled, type Piece } from "./pieces.ts";

/**
 * Reads a Responses API reply from OpenAI, xAI or Perplexity: `url_citation` annotations and marks are cited, a search's
 * sources only retrieved. Throws EngineError for any other shape.
 */
export function readResponses(reply: unknown): Reply {
  const response = withOutput(objectIn(reply));
  const failure =
    errorIn(reply) ?? (response.status === "failed" ? errorOf(null, { error: response.error }) : null);
  if (!Array.isArray(response.output) && !failure)
    throw new EngineError("bad_answer", { came: kindOf(isObject(reply) ? response.output : reply) });

  const items = objectsIn(response.output).filter(({ role }) => (role ?? "assistant") === "assistant");
  const { text, citations, talked, declined, others } = readItems(items);
  const sources = items.filter((item) => item.type === "search_results").flatMap(resultsOf);
  const searches = items.filter(isSearch).length;
  const succeeded = items.some((item) => isSearch(item) && !hasFailed(item));
  const usage = objectIn(response.usage);
  const allCitations = [...citations, ...citationsByMarks(text, sources), ...retrieved(response, items)];
  return {
    text,
    ending: declined ? "declined" : endingIn(response, items, text === "" && talked),
    hasThought: hasThought(items),
    others,
    error: failure,
    citations: allCitations,
    model: response.model,
    searched: succeeded || allCitations.length > 0,
    searches,
    queries: items.filter(isSearch).flatMap(queriesOf),
    inputTokens: sumOf(usage.input_tokens),
    outputTokens: sumOf(usage.output_tokens),
    billedUsd: billed(usage),
  };
}

/** Gateways give the text beside an output that has no message, or without one. */
function withOutput(response: JsonObject): JsonObject {
  const text = response.output_text;
  const output = Array.isArray(response.output) ? response.output : [];
  if (typeof text !== "string" || text === "" || objectsIn(output).some(({ type }) => type === "message"))
    return response;
  return { ...response, output: [...output, { type: "message", content: text }] };
}

function endingIn(response: JsonObject, items: readonly JsonObject[], onlyTalked: boolean): Ending {
  const { status, incomplete_details } = response;
  if (status === "incomplete") {
    const ending = endingOf(objectIn(incomplete_details).reason);
    return ending === "unknown" || ending === "complete" ? "cut" : ending;
  }
  const last = items.findLast(({ type }) => type !== "reasoning");
  if (onlyTalked || unserved.test(String(last?.type))) return "calls";
  // A run that is still under way, or was cancelled, has no answer.
  if (status !== undefined && status !== null && status !== "completed") return "failed";
  if (items.some((item) => item.type === "message" && item.status === "incomplete")) return "cut";
  return status === "completed" ? "complete" : "unknown";
}

/** Calls that we would have to answer: we offer no such tool. */
const unserved =
  /^(?:function|custom_tool|computer|local_shell|shell|apply_patch)_call$|^mcp_approval_request$/;
const call = /_call(?:_output)?$|_results?$|^mcp_(?:call|approval_request)$/;

/** Without a message, a thought is all there is, even if it is withheld. */
function hasThought(items: readonly JsonObject[]): boolean {
  const thoughts = items.filter(({ type }) => type === "reasoning");
  return items.some(({ type }) => type === "message") ? thoughts.some(saysAnything) : thoughts.length > 0;
}

interface Said {
  text: string;
  citations: FoundCitation[];
  talked: boolean;
  declined: boolean;
  others: string[];
}

function readItems(items: readonly JsonObject[]): Said {
  const messages = items.filter((item) => item.type === "message");
  // If the model marks its answer as final, what it says between searches is not part of it.
  const isMarked = messages.some(({ phase }) => phase === "final_answer");
  const isAnswer = ({ phase }: JsonObject) => (isMarked ? phase === "final_answer" : phase !== "commentary");
  const pieces: Piece[] = [];
  const annotated = new Map<number, { text: string; annotations: unknown }>();
  const content: Said = { text: "", citations: [], talked: false, declined: false, others: [] };
  for (const item of items) {
    if (item.type !== "message") {
      if (!isMarked && call.test(String(item.type))) pieces.push("call");
      continue;
    }
    if (!isAnswer(item)) {
      content.talked = true;
      continue;
    }
    if (pieces.length > 0) pieces.push("break");
    for (const part of partsOf(item)) {
      const { pieces: read, declined, others } = contentOf(part);
      content.declined ||= declined;
      content.others.push(...others);
      const cites = objectsIn(part.annotations).length > 0;
      // A part has one text; should it have more, its annotations are of the first.
      const [first] = read;
      if (first !== undefined && first !== "call")
        annotated.set(pieces.length, { text: first.text, annotations: part.annotations });
      pieces.push(...read.map((one) => (one === "call" ? one : { text: one.text, cites })));
    }
  }
  const { text, starts, talked } = assembled(pieces);
  for (const [at, { text: part, annotations }] of annotated) {
    const start = starts[at] ?? null;
    if (start === null) continue;
    for (const citation of citationsByAnnotations(part, annotations))
      content.citations.push(shifted(citation, start));
  }
  return { ...content, text, talked: content.talked || talked };
}

function partsOf({ content }: JsonObject): JsonObject[] {
  if (typeof content === "string") return [{ type: "output_text", text: content }];
  if (!Array.isArray(content)) throw strange(content);
  return content.map((part: unknown) => (isObject(part) ? part : { type: "output_text", text: part }));
}

function shifted(citation: FoundCitation, by: number): FoundCitation {
  const { span } = citation;
  return span ? { ...citation, span: { start: span.start + by, end: span.end + by } } : citation;
}

/** Opening a page or finding text in it is not a search, neither in meaning nor on the bill. */
function isSearch(item: JsonObject): boolean {
  if (item.type === "search_results") return true;
  return item.type === "web_search_call" && (objectIn(item.action).type ?? "search") === "search";
}

/** A search that says how it ended, and not well; Perplexity's is the list of what it found. */
function hasFailed(item: JsonObject): boolean {
  if (item.type === "search_results") return objectsIn(item.results).length === 0;
  return typeof item.status === "string" && item.status !== "completed";
}

/** OpenAI and Perplexity list a search's queries, xAI gives one. */
function queriesOf(item: JsonObject): unknown[] {
  const { queries, query } = item.type === "search_results" ? item : objectIn(item.action);
  return Array.isArray(queries) && queries.length > 0 ? queries : [query];
}

function resultsOf(item: JsonObject) {
  return numberedSources(item.results);
}

function retrieved(response: JsonObject, items: readonly JsonObject[]): FoundCitation[] {
  const actions = items
    .filter((item) => item.type === "web_search_call")
    .map((item) => objectIn(item.action));
  const opened = actions.filter((action) => action.url !== undefined);
  const sources = [...actions.flatMap((action) => objectsIn(action.sources)), ...opened];
  // xAI lists every page that its search found beside the output.
  const met = Array.isArray(response.citations) ? response.citations.map((url: unknown) => ({ url })) : [];
  return [...sources, ...met].map((source) => ({
    url: source.url,
    title: objectIn(source).title,
    cited: false,
  }));
}

/** xAI bills in 1e-10 USD, Perplexity in USD; anything beyond what an answer can cost is ignored. */
function billed(usage: JsonObject): number | null {
  const ticks = usage.cost_in_usd_ticks;
  const usd = typeof ticks === "number" ? ticks / 1e10 : objectIn(usage.cost).total_cost;
  return typeof usd === "number" && usd >= 0 && usd <= 100 ? usd : null;
}
