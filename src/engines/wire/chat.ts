import { EngineError } from "../../kernel/engine.ts";
import type { Reply } from "../answer.ts";
import { isObject, objectIn, objectsIn, stringIn, sumOf } from "./json.ts";
import { citationsByAnnotations, citationsByMarks, numberedSources } from "./marks.ts";

/**
 * Reads a Chat Completions reply from any compatible server, including the ways in which some of them cite:
 * `annotations` (OpenRouter), `search_results` or `citations` beside the choices (Sonar). Throws EngineError for any
 * other shape.
 */
export function readChat(reply: unknown): Reply {
  const completion = objectIn(reply);
  const message = objectsIn(completion.choices)[0]?.message;
  if (!isObject(message)) throw new EngineError("bad_answer");

  const text = withoutThinking(contentText(message.content) ?? stringIn(message.refusal) ?? "");
  const listed = numberedSources(completion.search_results ?? completion.citations);
  const citations = [...citationsByAnnotations(text, message.annotations), ...citationsByMarks(text, listed)];
  const usage = objectIn(completion.usage);
  return {
    text,
    citations,
    model: completion.model,
    searched: citations.length > 0,
    searches: sumOf(usage.num_search_queries) ?? (citations.length > 0 ? 1 : 0),
    inputTokens: sumOf(usage.prompt_tokens),
    outputTokens: sumOf(usage.completion_tokens),
  };
}

/** The text, or the text chunks of a list (Mistral); null if there is none, as in a filtered answer. */
function contentText(content: unknown): string | null {
  if (content === null || content === undefined) return null;
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) throw new EngineError("bad_answer");
  const chunks = objectsIn(content).filter((chunk) => chunk.type === "text");
  const texts = chunks.map((chunk) => stringIn(chunk.text));
  if (texts.includes(null)) throw new EngineError("bad_answer");
  return texts.join("");
}

/** Local servers may put a reasoning model's thoughts before the answer; nobody is shown them. */
function withoutThinking(text: string): string {
  if (!/^\s*<think>/.test(text)) return text;
  const end = text.indexOf("</think>");
  return end === -1 ? text : text.slice(end + "</think>".length).trimStart();
}
