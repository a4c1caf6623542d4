import { EngineError, type EngineErrorKind } from "../../kernel/engine.ts";
import type { FoundCitation, Reply } from "../answer.ts";
import { type JsonObject, objectIn, objectsIn, stringIn, sumOf } from "./json.ts";
import { citationsByAnnotations, citationsByMarks, numberedSources } from "./marks.ts";

/**
 * Reads a Responses API reply from OpenAI, xAI or Perplexity: `url_citation` annotations and marks are cited, a search's
 * sources only retrieved. Throws EngineError if the run failed or for any other shape.
 */
export function readResponses(reply: unknown): Reply {
  const response = objectIn(reply);
  if (!Array.isArray(response.output)) throw new EngineError("bad_answer");
  if (response.status !== undefined) settled(response);

  const items = objectsIn(response.output);
  const { text, citations } = readMessages(items);
  const sources = items.filter((item) => item.type === "search_results").flatMap(resultsOf);
  const searches = items.filter(isSearch).length;
  const usage = objectIn(response.usage);
  const found = [...citations, ...citationsByMarks(text, sources), ...retrieved(response, items)];
  return {
    text,
    citations: found,
    model: response.model,
    searched: searches > 0 || found.length > 0,
    searches,
    queries: items.filter(isSearch).flatMap(queriesOf),
    inputTokens: sumOf(usage.input_tokens),
    outputTokens: sumOf(usage.output_tokens),
    billedUsd: billed(usage),
  };
}

/** A run that ended without an answer comes as a 200 with its status. */
function settled({ status, error }: JsonObject): void {
  if (status === "completed" || status === "incomplete") return;
  if (status !== "failed") throw new EngineError("bad_answer");
  const code = stringIn(objectIn(error).code) ?? "";
  const kinds: Record<string, EngineErrorKind> = {
    rate_limit_exceeded: "rate_limited",
    invalid_prompt: "refused",
    insufficient_quota: "refused",
  };
  throw new EngineError(Object.hasOwn(kinds, code) ? kinds[code]! : "unavailable");
}

function readMessages(items: readonly JsonObject[]): { text: string; citations: FoundCitation[] } {
  const messages = items.filter((item) => item.type === "message");
  // If the model marks its answer as final, what it says between searches is not part of it.
  const isFinal = (message: JsonObject) => message.phase === "final_answer";
  const final = messages.some(isFinal) ? messages.filter(isFinal) : messages;
  let text = "";
  const citations: FoundCitation[] = [];
  for (const message of final) {
    if (text !== "") text += "\n\n";
    if (!Array.isArray(message.content)) throw new EngineError("bad_answer");
    for (const part of objectsIn(message.content)) {
      const said = textOf(part);
      for (const citation of citationsByAnnotations(said, part.annotations))
        citations.push(shifted(citation, text.length));
      text += said;
    }
  }
  return { text, citations };
}

function textOf(part: JsonObject): string {
  if (part.type !== "output_text" && part.type !== "refusal") return "";
  const text = stringIn(part.type === "refusal" ? part.refusal : part.text);
  if (text === null) throw new EngineError("bad_answer");
  return text;
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
