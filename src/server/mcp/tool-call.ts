import type { Caller } from "../api/caller.ts";
import { longestWaitSeconds } from "../api/context.ts";
import type { Call } from "../api/perform.ts";
import {
  listShape,
  objectShape,
  type Shape,
  takesNull,
  takesNumberOrFlag,
  takesText,
} from "../api/schema/shape.ts";
import { jsonProblem } from "../http/body/body.ts";
import { JsonError, parseJson } from "../http/body/json.ts";
import { type Exchange, singleHeader } from "../http/exchange.ts";
import { traceparentIn } from "../http/request/preferences.ts";
import type { Message } from "./message.ts";

/** One request of an assistant whose token has been checked. */
export interface Visit {
  caller: Caller;
  exchange: Exchange;
  /** The address that it came from. */
  source: string;
}

/** Answers one message, null for a request without one; text is the JSON of a plain success. */
export type Serve = (
  request: () => Request,
  visit: Visit,
  message: Message | null,
) => Promise<Response | string>;

/** A tool's arguments as `perform` takes them. A caller who watches the progress is willing to wait for the end. */
export function toolCall(
  { caller, exchange, source }: Visit,
  fields: Record<string, unknown>,
  input: Shape,
  progress?: Call["progress"],
): Call {
  return {
    door: "mcp",
    source,
    requestId: exchange.requestId,
    traceparent: traceparentIn(singleHeader(exchange.request.headers.traceparent)),
    authenticate: async () => caller,
    raw: async () => unwrapped(fields, input, 0) as Record<string, unknown>,
    idempotencyKey: null,
    waitSeconds: progress ? longestWaitSeconds : null,
    signal: exchange.controller.signal,
    ...(progress ? { progress } : {}),
  };
}

/** Levels of the message around its arguments. */
const around = 3;

/**
 * Arguments with lists, objects, numbers and flags that came as JSON text, as some hosts send them, read where the tool takes no
 * text; without those that are null where they may be left out and null says nothing, as hosts send them that fill in all of them.
 * Throws INVALID_JSON for text that begins as a list or an object and cannot be read.
 */
function unwrapped(value: unknown, shape: Shape | undefined, depth: number): unknown {
  const [list, object] = [listShape(shape), objectShape(shape)];
  const isText = typeof value === "string" && !takesText(shape);
  const isWord = isText && takesNumberOrFlag(shape) && word.test(value);
  const isRead = isWord || (isText && (list || object) && structure.test(value));
  const parsedValue = isWord ? asWord(value) : isRead ? read(value as string, depth) : value;
  if (Array.isArray(parsedValue))
    return list ? parsedValue.map((one) => unwrapped(one, list.items, depth + 1)) : parsedValue;
  if (typeof parsedValue !== "object" || parsedValue === null || !object) return parsedValue;
  const { properties = {}, required = [] } = object;
  const isLeftOut = (name: string, one: unknown) =>
    one === null &&
    Object.hasOwn(properties, name) &&
    !required.includes(name) &&
    !takesNull(properties[name]);
  return Object.fromEntries(
    Object.entries(parsedValue)
      .map(
        ([name, one]) =>
          [
            name,
            Object.hasOwn(properties, name) ? unwrapped(one, properties[name], depth + 1) : one,
          ] as const,
      )
      .filter(([name, one]) => !isLeftOut(name, one)),
  );
}

const structure = /^\s*(?:[[{]|null\s*$)/;
const word = /^\s*(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)\s*$/;

/** A number that no reader of JSON has stays text, which the check of the input then names. */
function asWord(text: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof JsonError) return text;
    throw error;
  }
}

function read(text: string, depth: number): unknown {
  try {
    return parseJson(text, around + depth);
  } catch (error) {
    throw jsonProblem(error);
  }
}
