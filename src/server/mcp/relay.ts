import type { Exchange } from "../http/exchange.ts";
import type { Headers } from "../http/headers.ts";
import { send, sendStream } from "../http/send.ts";

/** Answers an exchange with a web response, whole or event by event as they arrive. */
export async function relay(exchange: Exchange, common: Headers, response: Response): Promise<void> {
  const headers = [...common, ...exchange.headers, ...headersOf(response)];
  const { status, body } = response;
  if (!response.headers.get("content-type")?.startsWith("text/event-stream") || !body) {
    if (!response.headers.has("cache-control")) headers.push("Cache-Control", "no-store");
    return send(exchange, status, headers, body ? Buffer.from(await response.arrayBuffer()) : null);
  }
  await sendStream(exchange, status, headers, body.pipeThrough(new TextDecoderStream()), null);
}

/** Sends a message as the whole answer. */
export const sendText = (exchange: Exchange, common: Headers, json: string): void =>
  send(exchange, 200, [...common, ...exchange.headers, ...messageHeaders], json);

const messageHeaders = ["Content-Type", "application/json", "Cache-Control", "no-store"];

/** Headers that the server writes itself, or that have no meaning beyond one hop. */
const own = new Set(["content-length", "transfer-encoding", "connection", "keep-alive", "x-request-id"]);

const headersOf = (response: Response): Headers =>
  [...response.headers].filter(([name]) => !own.has(name)).flat();
