import { EngineError } from "../engine.ts";
import { isObject, type JsonObject, stringIn } from "./json.ts";

/** What a message holds, in whichever shape it came. */
export interface Content {
  pieces: ({ text: string } | "call")[];
  /** The model's thoughts, which nobody is shown. */
  hasThought: boolean;
  declined: boolean;
  /** Kinds of parts that are neither, such as `image_url`. */
  others: string[];
}

const depthMax = 5;
const thoughts = /^(?:redacted_)?(?:thinking|reasoning|thought|analysis|summary)(?:_text|_content)?$/;
const calls = /(?:tool_use|tool_result|_call|_call_output)$/;
const kindChars = /^[a-z][a-z0-9_.-]{0,39}$/i;

/**
 * Reads `content`: a text, a part, or a list of either, however deep. Nothing is a message without text. Throws
 * `bad_answer`, which says what came, for a text that is none and for anything else.
 */
export function contentOf(content: unknown): Content {
  const output: Content = { pieces: [], hasThought: false, declined: false, others: [] };
  if (content !== null && content !== undefined) read(content, output, 0);
  return output;
}

function read(content: unknown, output: Content, depth: number): void {
  if (typeof content === "string") output.pieces.push({ text: content });
  else if (Array.isArray(content) && depth < depthMax)
    for (const part of content) read(part, output, depth + 1);
  else if (isObject(content) && depth < depthMax) readPart(content, output, depth);
  else if (content !== null) throw strange(content);
}

function readPart(part: JsonObject, output: Content, depth: number): void {
  const type = stringIn(part.type) ?? "";
  if (part.thought === true || thoughts.test(type)) output.hasThought ||= saysAnything(part);
  else if (calls.test(type)) output.pieces.push("call");
  else if (type === "input_text") return;
  else if (type === "refusal" || (type === "" && typeof part.refusal === "string")) {
    output.declined = true;
    read(part.refusal ?? part.text, output, depth + 1);
  } else {
    const field = ["text", "value", "content", "parts", "output_text"].find(
      (name) => part[name] !== undefined,
    );
    const isText = type === "" || /text|message|content|markdown/.test(type);
    if (field && isText && part[field] !== null) read(part[field], output, depth + 1);
    else if (field && isText) throw strange(part[field]);
    else output.others.push(kindOf(part));
  }
}

/** Whether there is a thought: it may come encrypted, or as an empty list where it is withheld. */
export function saysAnything(value: unknown, depth = 0): boolean {
  if (typeof value === "string") return value.trim() !== "";
  if (depth > depthMax) return false;
  if (Array.isArray(value)) return value.some((part) => saysAnything(part, depth + 1));
  if (!isObject(value)) return false;
  const { type: _, id: __, status: ___, format: ____, ...fields } = value;
  return Object.values(fields).some((part) => saysAnything(part, depth + 1));
}

/** What came in the place of a text. */
export const strange = (value: unknown): EngineError =>
  new EngineError("bad_answer", { came: kindOf(value) });

/** The kind of JSON that it is, and of part: a vendor's word only if it looks like a name. */
export function kindOf(value: unknown): string {
  if (value === null || value === undefined) return "nothing";
  if (Array.isArray(value)) return "a list";
  if (!isObject(value)) return `a ${typeof value}`;
  const type = stringIn(value.type);
  return type !== null && kindChars.test(type) ? `an object of the type ${type}` : "an object";
}
