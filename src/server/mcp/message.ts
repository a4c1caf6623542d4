import { bodyBytesMax, collected, declaredLength, encodingFault, jsonProblem } from "../http/body/body.ts";
import { JsonError, parseJson } from "../http/body/json.ts";
import type { Exchange } from "../http/exchange.ts";
import { Problem } from "../kernel/problem.ts";
import { isId, Refused, rpc } from "./refusal.ts";

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
  const { "content-encoding": encoding = "identity" } = request.headers;
  if (encoding.toLowerCase() !== "identity")
    throw new Refused({
      status: 415,
      code: rpc.request,
      message: "Send the message without a content encoding, such as gzip.",
    });
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
  if (typeof message !== "object" || message === null) throw notRpc("it must be one JSON object", null);
  const rpcMessage = ofJsonRpc(message);
  return withGreeting(withArguments(withoutNulls(rpcMessage)), takesEvents(request.headers.accept));
}

const notRpc = (why: string, id: unknown): Refused =>
  new Refused({
    status: 400,
    code: rpc.request,
    message: `The body is not a message of JSON-RPC 2.0: ${why}.`,
    id,
  });

const members = ["jsonrpc", "id", "method", "params", "result", "error"];

/** A message without what JSON-RPC does not know; an `id` of null beside a notification is none. Throws Refused. */
function ofJsonRpc(raw: Message): Message {
  const message: Message = Object.fromEntries(
    Object.entries(raw).filter(([name, value]) => members.includes(name) && value !== undefined),
  );
  const { jsonrpc, method, params } = message;
  if (isNotification(method) && message.id === null) delete message.id;
  const { id } = message;
  if (jsonrpc !== "2.0") throw notRpc('`jsonrpc` must be "2.0"', id);
  if (id !== undefined && !isId(id)) throw notRpc("`id` must be a text or a whole number, never null", null);
  if (method === undefined) return message;
  if (typeof method !== "string") throw notRpc("`method` must be a text", id);
  if (params !== undefined && (typeof params !== "object" || Array.isArray(params)))
    throw notRpc("`params` must be an object", id);
  return message;
}

const isNotification = (method: unknown): boolean => String(method).startsWith("notifications/");

/**
 * What a client says of itself changes nothing here, so that it need not say it well: clients leave out or mistype their name,
 * version and abilities. One that takes no events is not told of progress.
 */
function withGreeting(message: Message, takesEvents: boolean): Message {
  const { method, params } = message;
  if (method === "initialize" && !isModern(params?._meta))
    return { ...message, params: greeting(params ?? {}) };
  if (takesEvents || params?._meta?.progressToken === undefined) return message;
  const { progressToken: _, ...meta } = params._meta;
  return { ...message, params: { ...params, _meta: meta } };
}

/** What a client of 2026-07-28 says with each message, for which there is no greeting. */
const isModern = (meta: unknown): boolean =>
  isObject(meta) && Object.hasOwn(meta, "io.modelcontextprotocol/protocolVersion");

function greeting(params: object): object {
  const { protocolVersion, clientInfo, capabilities } = params as Record<string, unknown>;
  const { name, version } = isObject(clientInfo) ? clientInfo : {};
  const able = isObject(capabilities)
    ? Object.entries(capabilities).filter(([, value]) => isObject(value))
    : [];
  return {
    ...params,
    protocolVersion: textOr(protocolVersion, "unknown"),
    capabilities: Object.fromEntries(able),
    clientInfo: { name: textOr(name, "unknown"), version: textOr(version, "unknown") },
  };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const textOr = (value: unknown, otherwise: string): string => (typeof value === "string" ? value : otherwise);

/** Some clients write null for parameters that they leave out; no parameter of the protocol has it as a value. */
function withoutNulls(message: Message): Message {
  const { params } = message;
  if (params === null) return { ...message, params: undefined };
  if (typeof params !== "object" || Array.isArray(params)) return message;
  const entries = Object.entries(params).filter(([, value]) => value !== null);
  return { ...message, params: Object.fromEntries(entries) };
}

/** Arguments that came as JSON text, as some hosts send them; text that is no object is left for the library to refuse. */
function withArguments(message: Message): Message {
  const { method, params } = message;
  if (method !== "tools/call" || typeof params?.arguments !== "string") return message;
  const text = params.arguments.trim();
  try {
    const callArguments = text === "" ? {} : parseJson(text, levelsAround);
    const isObject =
      typeof callArguments === "object" && callArguments !== null && !Array.isArray(callArguments);
    return isObject ? { ...message, params: { ...params, arguments: callArguments } } : message;
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
    const problem = jsonProblem(error);
    const message = problem instanceof Problem ? problem.message : encodingFault(bytes);
    throw new Refused({ status: 400, code: rpc.parse, message });
  }
}

const tooLarge = (): Refused =>
  new Refused({ status: 413, code: rpc.request, message: `A message has at most ${bodyBytesMax} bytes.` });

// The part after Mcp-Param- is an argument's name, spelt as in its tool.
const ofTheProtocol = /^(?:accept|content-type|last-event-id|mcp-.+)$/;

const both = "application/json, text/event-stream";

/** A client that says nothing of what it accepts, or accepts everything, takes both kinds of answers that there are. */
const takesAnything = (accept = ""): boolean => accept.trim() === "" || /(?:^|[,\s])\*\/\*/.test(accept);

const takesEvents = (accept = ""): boolean =>
  takesAnything(accept) || /text\/(?:event-stream|\*)/i.test(accept);

/** Nearly every answer is one piece of JSON, so who takes that alone gets it, though the protocol asks for both. */
export const takesJson = (accept = ""): boolean =>
  takesAnything(accept) || /application\/(?:json|\*)/i.test(accept);

/** The headers that the library reads; it has no use for the others. */
export function headersOf({ request }: Exchange): Headers {
  const headers = new Headers();
  const { rawHeaders } = request;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!.toLowerCase();
    const value = rawHeaders[at + 1]!;
    // Some clients send what is said once per connection a second time.
    if (ofTheProtocol.test(name) && headers.get(name) !== value) headers.append(name, value);
  }
  const [version, ...more] = (headers.get("mcp-protocol-version") ?? "").split(/,\s*/);
  if (version && more.length > 0 && more.every((each) => each === version))
    headers.set("mcp-protocol-version", version);
  const { accept } = request.headers;
  if (takesJson(accept) || takesEvents(accept)) headers.set("accept", both);
  return headers;
}
