import type { Reply } from "../answer.ts";
import { EngineError } from "../engine.ts";
import { type Content, contentOf, kindOf, saysAnything } from "./content.ts";
import { type Ending, endingOf } from "./ending.ts";
import { errorIn } from "./error-in-body.ts";
import { isObject, type JsonObject, objectIn, objectsIn, sumOf } from "./json.ts";
import { citationsByAnnotations, citationsByMarks, numberedSources } from "./marks.ts";
import { assembled } from "./pieces.ts";

/**
 * Reads a Chat Completions reply from any compatible server, including the ways in which some of them cite:
 * `annotations` (OpenRouter), `search_results` or `citations` beside the choices (Sonar). Throws EngineError for any
 * other shape.
 */
export function readChat(reply: unknown): Reply {
  const completion = objectIn(reply);
  const choice = choiceIn(completion);
  const failure = errorIn(choice) ?? errorIn(reply);
  const message = messageOf(choice) ?? (failure ? {} : null);
  if (!message) throw new EngineError("bad_answer", { came: kindOf(choice ?? reply) });

  const content = contentOf(message.content ?? objectIn(message.audio).transcript);
  const isSilent = content.pieces.every((piece) => piece !== "call" && piece.text.trim() === "");
  if (isSilent && typeof message.refusal === "string" && message.refusal !== "") {
    content.pieces = [{ text: message.refusal }];
    content.declined = true;
  }
  const { text } = assembled(content.pieces);
  const listed = numberedSources(completion.search_results ?? completion.citations);
  const citations = [...citationsByAnnotations(text, message.annotations), ...citationsByMarks(text, listed)];
  const usage = objectIn(completion.usage);
  return {
    text,
    ending:
      text === "" && content.pieces.includes("call") ? "calls" : endingIn(objectIn(choice), message, content),
    hasThought: content.hasThought || thoughtFields.some((name) => saysAnything(message[name])),
    others: [...content.others, ...objectsIn(message.images).map(kindOf)],
    error: failure,
    citations,
    model: completion.model,
    searched: citations.length > 0,
    searches: sumOf(usage.num_search_queries) ?? (citations.length > 0 ? 1 : 0),
    inputTokens: sumOf(usage.prompt_tokens),
    outputTokens: sumOf(usage.completion_tokens),
  };
}

/** Where servers put a model's thoughts beside its answer. */
const thoughtFields = ["reasoning_content", "reasoning", "reasoning_details", "thinking", "thinking_blocks"];

/** Copilot puts a text and the call after it into two choices, and gateways an empty one before the full one. */
function choiceIn(completion: JsonObject): JsonObject | undefined {
  const choices = objectsIn(completion.choices);
  // Ollama's own format has one message and no choices.
  if (choices.length === 0 && messageOf(completion) !== null && completion.done !== undefined)
    return { message: completion.message, finish_reason: completion.done_reason };
  const calling = choices.find(({ message }) => hasCalls(objectIn(message)));
  return calling ?? choices.find((choice) => saysAnything(messageOf(choice)?.content)) ?? choices[0];
}

/** Gateways that only stream leave a `delta`, those of completions a `text`, some a message that is its text. */
function messageOf(choice: JsonObject | undefined): JsonObject | null {
  if (!choice) return null;
  const message = [choice.message, choice.delta].find(isObject);
  if (message) return message;
  const text = [choice.message, choice.text].find((value) => typeof value === "string");
  return text === undefined ? null : { content: text };
}

/** A call of a tool is an ending too: no tool was offered, so nobody runs it, whatever reason is given. */
function endingIn(choice: JsonObject, message: JsonObject, { declined }: Content): Ending {
  const ending = reasonIn(choice);
  if (ending === "failed") return ending;
  if (hasCalls(message)) return "calls";
  if (declined) return "declined";
  // A server may say so of a tool that it ran by itself: then there is an answer, and no call.
  return ending === "calls" ? "unknown" : ending;
}

const hasCalls = ({ tool_calls, function_call }: JsonObject): boolean =>
  objectsIn(tool_calls).length > 0 || isObject(function_call);

/** A gateway may call everything "stop": what the vendor behind it said is nearer to the truth. */
function reasonIn({ finish_reason, native_finish_reason }: JsonObject): Ending {
  const ending = endingOf(finish_reason);
  const native = endingOf(native_finish_reason);
  const isCut = native === "failed" || native === "length" || native === "cut" || native === "filtered";
  return isCut && (ending === "complete" || ending === "unknown") ? native : ending;
}
