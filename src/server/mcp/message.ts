import { bodyBytesMax, collected, declaredLength } from "../http/body/body.ts";
import { JsonError, parseJson } from "../http/body/json.ts";
import type { Exchange } from "../http/exchange.ts";
import { Problem } from "../kernel/problem.ts";
import { Refused, rpc } from "./refusal.ts";

/** The parts of a message that the door itself looks at; the library judges the rest. */
export interface Message {
  jsonrpc?: unknown;
  id?: unknown;
  method?: unknown;
  params?: { name?: unknown; arguments?: unknown; _meta?: { progressToken?: unknown } | null } | null;
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** The single message of a request. Throws Refused for a batch, an oversized body, or anything that is not valid JSON. */
export async function messageIn({ request, response }: Exchange): Promise<Message> {
  if (declaredLength(request) > bodyBytesMax) throw tooLarge();
  if (request.headers.expect !== undefined) response.writeContinue();
  const bytes = await collected(request, bodyBytesMax).catch((error) => {
    throw error instanceof Problem && error.code === "PAYLOAD_TOO_LARGE" ? tooLarge() : error;
  });
  const message = parsed(bytes);
  if (Array.isArray(message)) {
    throw new Refused({
      status: 400,
      code: rpc.request,
      message: "One request carries one message, no batch.",
    });
  }
  if (typeof message === "object" && message !== null) return withArguments(withoutNulls(message));
  throw new Refused({
    status: 400,
    code: rpc.request,
    message: "The body is not a message of JSON-RPC 2.0.",
  });
}

/** Some clients write null for parameters that they leave out; no parameter of the protocol has it as a value. */
function withoutNulls(message: Message): Message {
  const { params } = message;
  if (params === null) return { ...message, params: undefined };
  if (typeof params !== "object" || Array.isArray(params)) return message;
  const given = Object.entries(params).filter(([, value]) => value !== null);
  return { ...message, params: Object.fromEntries(given) };
}

/** Arguments that came as JSON text, as some hosts send them; text that is no object is left for the library to refuse. */
function withArguments(message: Message): Message {
  const { method, params } = message;
  if (method !== "tools/call" || typeof params?.arguments !== "string") return message;
  const text = params.arguments.trim();
  try {
    const given = text === "" ? {} : parseJson(text, levelsAround);
    const isObject = typeof given === "object" && given !== null && !Array.isArray(given);
    return isObject ? { ...message, params: { ...params, arguments: given } } : message;
  } catch (error) {
    if (error instanceof JsonError) return message;
    throw error;
  }
}

/** Levels of a message around the arguments of its tool. */
const levelsAround = 2;

function parsed(bytes: Buffer): unknown {
  try {
    return parseJson(utf8.decode(bytes));
  } catch (error) {
    if (!(error instanceof JsonError || error instanceof TypeError)) throw error;
    throw new Refused({ status: 400, code: rpc.parse, message: "The body is not JSON that can be read." });
  }
}

const tooLarge = (): Refused =>
  new Refused({ status: 413, code: rpc.request, message: `A message has at most ${bodyBytesMax} bytes.` });

// The part after Mcp-Param- is an argument's name, spelt as in its tool.
const ofTheProtocol = /^(?:accept|content-type|last-event-id|mcp-.+)$/;

const both = "application/json, text/event-stream";

/** A client that says nothing of what it accepts, or accepts everything, takes both kinds of answers that there are. */
const takesAnything = (accept = ""): boolean => accept.trim() === "" || /(?:^|[,\s])\*\/\*/.test(accept);

export const takesBoth = (accept?: string): boolean =>
  takesAnything(accept) || both.split(", ").every((type) => accept?.includes(type));

/** The headers that the library reads; it has no use for the others. */
export function headersOf({ request }: Exchange): Headers {
  const headers = new Headers();
  const { rawHeaders } = request;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!.toLowerCase();
    if (ofTheProtocol.test(name)) headers.append(name, rawHeaders[at + 1]!);
  }
  if (takesAnything(request.headers.accept)) headers.set("accept", both);
  return headers;
}
