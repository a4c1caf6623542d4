import type { AnyAction } from "../api/action.ts";
import type { Exchange } from "../http/exchange.ts";
import { about } from "./about.ts";
import { type Message, takesJson } from "./message.ts";
import { isId } from "./refusal.ts";
import { type ToolAnswer, textBlocks } from "./tool-result.ts";
import type { Toolbox } from "./tools.ts";

const modern = "2026-07-28";
const legacy = ["2025-11-25", "2025-06-18"];
const metaPrefix = "io.modelcontextprotocol/";

/** A well-formed tool call whose client does not watch its progress. */
export interface PlainCall {
  id: string | number;
  action: AnyAction;
  fields: Record<string, unknown>;
  modern: boolean;
}

/**
 * The call in a message that needs no further judging; null leaves it to the protocol's library.
 * @NOTE The library costs more than everything else together, and nearly every message is a call like this:
 * docs/decisions/0019. The answer here is exactly the library's, which a test compares.
 */
export function plainCallIn({ request }: Exchange, message: Message, tools: Toolbox): PlainCall | null {
  const { headers } = request;
  const version = String(headers["mcp-protocol-version"]);
  const isModern = version === modern;
  if (!(isModern || legacy.includes(version)) || !takesJson(headers.accept)) return null;
  if (!/^application\/json(?:;\s*charset=utf-8)?$/i.test(headers["content-type"] ?? "")) return null;
  const { id, params } = message;
  if (!onlyHas(message, ["jsonrpc", "id", "method", "params"]) || message.jsonrpc !== "2.0") return null;
  if (message.method !== "tools/call" || !isId(id)) return null;
  if (!isObject(params) || !onlyHas(params, ["name", "arguments", "_meta"])) return null;
  const { name, arguments: fields = {}, _meta: meta } = params;
  const action = typeof name === "string" ? tools.get(name) : undefined;
  if (!action || !isObject(fields)) return null;
  const headersMatch = headers["mcp-method"] === "tools/call" && headers["mcp-name"] === name;
  if (isModern ? !headersMatch || !isEnvelope(meta) : meta !== undefined) return null;
  return { id, action, fields, modern: isModern };
}

/** What the library would answer, as text: the data is already serialised. */
export function plainAnswer({ id, modern }: PlainCall, answer: ToolAnswer): string {
  const { json, meta, isError } = answer;
  const data = json === null ? "" : `,"structuredContent":${json}`;
  const around = modern ? { ...meta, [`${metaPrefix}serverInfo`]: about } : meta;
  const content = `"content":${JSON.stringify(textBlocks(answer))}`;
  const ends = `${isError ? ',"isError":true' : ""}${modern ? ',"resultType":"complete"' : ""}`;
  return `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{${content}${data},"_meta":${JSON.stringify(around)}${ends}}}`;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const onlyHas = (object: object, names: readonly string[]): boolean =>
  Object.keys(object).every((name) => names.includes(name));

/** The three things that a 2026-07-28 message says about its client, and nothing else. */
function isEnvelope(meta: unknown): boolean {
  if (!isObject(meta)) return false;
  const { [`${metaPrefix}protocolVersion`]: version, [`${metaPrefix}clientInfo`]: client, ...more } = meta;
  const { [`${metaPrefix}clientCapabilities`]: capabilities, ...others } = more;
  if (version !== modern || Object.keys(others).length > 0) return false;
  if (!isObject(capabilities) || Object.keys(capabilities).length > 0 || !isObject(client)) return false;
  return typeof client.name === "string" && typeof client.version === "string";
}
