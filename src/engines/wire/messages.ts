import { EngineError } from "../../kernel/engine.ts";
import type { FoundCitation, Reply } from "../answer.ts";
import { isObject, type JsonObject, objectIn, objectsIn, stringIn, sumOf } from "./json.ts";

/**
 * Reads the turns of one answer from the Messages API. The text joins all text blocks; a block's citations support that
 * block; search results are retrieved. Throws EngineError for any other shape.
 */
export function readMessages(turns: readonly unknown[]): Reply {
  const blocks = turns.flatMap(contentOf);
  let text = "";
  const citations: FoundCitation[] = [];
  for (const block of blocks) {
    if (block.type === "text") {
      const said = stringIn(block.text);
      if (said === null) throw new EngineError("bad_answer");
      const span = { start: text.length, end: text.length + said.length };
      for (const { url, title } of objectsIn(block.citations))
        citations.push({ url, title, cited: true, span });
      text += said;
    } else if (block.type === "web_search_tool_result") {
      for (const { url, title } of objectsIn(block.content)) citations.push({ url, title, cited: false });
    }
  }
  const usages = turns.map((turn) => objectIn(objectIn(turn).usage));
  const counted = usages.map((usage) => objectIn(usage.server_tool_use).web_search_requests);
  const searches = sumOf(...counted) ?? blocks.filter(isSearch).length;
  return {
    text,
    citations,
    model: objectIn(turns.at(-1)).model,
    searched: searches > 0 || citations.length > 0,
    searches,
    queries: blocks.filter(isSearch).map(({ input }) => objectIn(input).query),
    inputTokens: sumOf(...usages.flatMap(inputsOf)),
    outputTokens: sumOf(...usages.map((usage) => usage.output_tokens)),
  };
}

function contentOf(turn: unknown): JsonObject[] {
  if (!isObject(turn) || !Array.isArray(turn.content)) throw new EngineError("bad_answer");
  return objectsIn(turn.content);
}

function isSearch(block: JsonObject): boolean {
  return block.type === "server_tool_use" && block.name === "web_search";
}

function inputsOf(usage: JsonObject): unknown[] {
  return [usage.input_tokens, usage.cache_creation_input_tokens, usage.cache_read_input_tokens];
}
