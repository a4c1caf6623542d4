import type { FoundCitation, Reply } from "../answer.ts";
import { EngineError } from "../engine.ts";
import { kindOf, saysAnything, strange } from "./content.ts";
import { type Ending, endingOf } from "./ending.ts";
import { errorIn } from "./error-in-body.ts";
import { isObject, type JsonObject, objectIn, objectsIn, sumOf } from "./json.ts";
import { assembled, type Piece } from "./pieces.ts";

/**
 * Reads the turns of one answer from the Messages API. The text joins the text blocks behind the last call of a tool; a
 * block's citations support that block; search results are retrieved. Throws EngineError for any other shape.
 */
export function readMessages(turns: readonly unknown[]): Reply {
  const failure = turns.map(errorIn).find((each) => each !== null) ?? null;
  const blocks = turns.flatMap((turn) => (failure ? [] : blocksOf(turn)));
  const { text, starts, talked } = assembled(blocks.map(pieceOf));
  const citations: FoundCitation[] = [];
  for (const [at, block] of blocks.entries()) {
    const start = starts[at] ?? null;
    if (block.type === "text" && start !== null) {
      const span = { start, end: start + String(block.text).length };
      for (const { url, title } of objectsIn(block.citations))
        citations.push({ url, title, cited: true, span });
    } else if (block.type === "web_search_tool_result") {
      for (const { url, title } of objectsIn(block.content)) citations.push({ url, title, cited: false });
    }
  }
  const usages = turns.map((turn) => objectIn(objectIn(turn).usage));
  const searchCounts = usages.map((usage) => objectIn(usage.server_tool_use).web_search_requests);
  const searches = sumOf(...searchCounts) ?? blocks.filter(isSearch).length;
  return {
    text,
    ending: endingIn(turns.at(-1), text !== "", talked),
    hasThought: blocks.some((block) => /thinking$/.test(String(block.type)) && saysAnything(block)),
    others: blocks.filter((block) => !knownType.test(String(block.type))).map(kindOf),
    error: failure,
    citations,
    model: objectIn(turns.at(-1)).model,
    searched: citations.length > 0 || (searches > 0 && !hasFailed(blocks)),
    searches,
    queries: blocks.filter(isSearch).map(({ input }) => objectIn(input).query),
    inputTokens: sumOf(...usages.flatMap(inputsOf)),
    outputTokens: sumOf(...usages.map((usage) => usage.output_tokens)),
  };
}

/** Whether every search that has a result ended in an error, an object in the place of a list, or without a source. */
function hasFailed(blocks: readonly JsonObject[]): boolean {
  const results = blocks.filter(({ type }) => type === "web_search_tool_result");
  return results.length > 0 && results.every(({ content }) => objectsIn(content).length === 0);
}

function blocksOf(turn: unknown): JsonObject[] {
  if (isObject(turn) && turn.role === "assistant" && typeof turn.content === "string")
    return [{ type: "text", text: turn.content }];
  if (!isObject(turn) || !Array.isArray(turn.content))
    throw new EngineError("bad_answer", { came: kindOf(isObject(turn) ? turn.content : turn) });
  return objectsIn(turn.content);
}

function pieceOf(block: JsonObject): Piece {
  if (/tool_use$|tool_result$/.test(String(block.type))) return "call";
  if (block.type !== "text") return "gap";
  if (typeof block.text !== "string") throw strange(block.text);
  return { text: block.text, cites: objectsIn(block.citations).length > 0 };
}

const knownType = /^text$|thinking$|tool_use$|tool_result$/;

/** A turn that ends by what was said before a search has no answer. */
function endingIn(turn: unknown, hasText: boolean, talked: boolean): Ending {
  const ending = endingOf(objectIn(turn).stop_reason);
  return ending === "complete" && talked && !hasText ? "calls" : ending;
}

function isSearch(block: JsonObject): boolean {
  return block.type === "server_tool_use" && block.name === "web_search";
}

function inputsOf(usage: JsonObject): unknown[] {
  return [usage.input_tokens, usage.cache_creation_input_tokens, usage.cache_read_input_tokens];
}
