import type { HttpServer } from "../src/server/rest.ts";

/** The newest version of the protocol, and the one before that clients in the field speak. */
export const modern = "2026-07-28";
export const legacy = "2025-11-25";

export interface Message {
  method: string;
  params?: Record<string, unknown>;
  /** 1, unless told otherwise; undefined: a notification. */
  id?: unknown;
}

export interface RpcAnswer {
  status: number;
  headers: Record<string, string | undefined>;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: each method answers something else
  result: any;
  error: { code: number; message: string; data?: Record<string, unknown> };
  /** What came before the result. */
  notifications: { method: string; params: Record<string, unknown> }[];
}

export interface RpcOptions {
  token?: string | null;
  version?: string;
  headers?: Record<string, string | undefined>;
  /** In place of the message. */
  body?: string | Buffer;
  httpMethod?: string;
  url?: string;
  from?: string;
}

const metaOf = (version: string) => ({
  "io.modelcontextprotocol/protocolVersion": version,
  "io.modelcontextprotocol/clientInfo": { name: "test", version: "1.0.0" },
  "io.modelcontextprotocol/clientCapabilities": {},
});

/** One message to `/mcp` as a client of this version sends it. */
export async function rpc(
  door: Pick<HttpServer, "inject">,
  given: Message,
  options: RpcOptions = {},
): Promise<RpcAnswer> {
  const { method, params = {}, id } = { id: 1, ...given };
  const {
    token = "connector",
    version = modern,
    headers = {},
    body,
    httpMethod = "POST",
    url = "/mcp",
    from,
  } = options;
  const isModern = version >= modern;
  const meta = isModern ? { _meta: { ...metaOf(version), ...(params._meta as object) } } : {};
  const name = params.name ?? params.uri;
  const sent = {
    host: "site.test",
    accept: "application/json, text/event-stream",
    "content-type": "application/json",
    "mcp-protocol-version": version,
    ...(isModern ? { "mcp-method": method, ...(name ? { "mcp-name": String(name) } : {}) } : {}),
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...headers,
  };
  const message = {
    jsonrpc: "2.0",
    ...(id === undefined ? {} : { id }),
    method,
    params: { ...params, ...meta },
  };
  const response = await door.inject({
    method: httpMethod as "POST",
    url,
    remoteAddress: from ?? "127.0.0.1",
    headers: Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined)),
    ...(httpMethod === "POST" ? { payload: body ?? JSON.stringify(message) } : {}),
  });
  const messages = messagesIn(String(response.headers["content-type"]), response.body);
  const last = messages.findLast((message) => !("method" in message)) ?? {};
  return {
    status: response.statusCode,
    headers: response.headers as RpcAnswer["headers"],
    text: response.body,
    result: last.result,
    error: last.error as RpcAnswer["error"],
    notifications: messages.filter((message) => "method" in message) as unknown as RpcAnswer["notifications"],
  };
}

/** The messages of an answer, whether it came whole or as events. */
function messagesIn(type: string, text: string): Record<string, unknown>[] {
  if (text === "") return [];
  if (type.startsWith("application/json")) return [JSON.parse(text)];
  return [...text.matchAll(/^data: (.+)$/gm)].map(([, data]) => JSON.parse(data!));
}
