import type { IncomingMessage } from "node:http";
import { pipeline } from "node:stream/promises";
import { bodyBytesMax, declaredLength, hasBody } from "./body/body.ts";
import { compressor, type Encoding } from "./compress.ts";
import type { Exchange } from "./exchange.ts";
import type { Headers } from "./headers.ts";

/** Sends the whole answer; does nothing if one was already begun or nobody is listening any more. */
export function send(
  exchange: Exchange,
  status: number,
  headers: Headers,
  body: string | Buffer | null,
): void {
  const { response, request } = exchange;
  if (response.headersSent || response.destroyed) return;
  const lingers = leavesTooMuch(request);
  if (lingers || exchange.closing()) headers.push("Connection", "close");
  if (body !== null) headers.push("Content-Length", String(Buffer.byteLength(body)));
  response.writeHead(status, headers);
  if (lingers) endLingering(exchange, body);
  else response.end(body);
}

/** Streams an answer as fast as the reader takes it; a failure midway cuts the connection. */
export async function sendStream(
  exchange: Exchange,
  status: number,
  headers: Headers,
  chunks: AsyncIterable<string | Buffer>,
  encoding: Encoding | null,
): Promise<void> {
  const { response, method } = exchange;
  if (response.headersSent || response.destroyed) return;
  if (exchange.closing()) headers.push("Connection", "close");
  const iterator = chunks[Symbol.asyncIterator]();
  // The first piece is made before the status is sent, so that an early failure still gets a proper answer.
  const first = method === "HEAD" ? { done: true, value: undefined } : await iterator.next();
  response.writeHead(status, headers);
  if (method === "HEAD") {
    response.end();
    await iterator.return?.();
    return;
  }
  const pieces = async function* () {
    try {
      for (let piece = first; !piece.done; piece = await iterator.next()) yield piece.value;
    } finally {
      await iterator.return?.();
    }
  };
  await (encoding ? pipeline(pieces, compressor(encoding), response) : pipeline(pieces, response));
}

/** An unread body that is, or may be, too large to be worth receiving just to keep the connection. */
function leavesTooMuch(request: IncomingMessage): boolean {
  if (request.complete || request.readableEnded || !hasBody(request)) return false;
  const { expect, "transfer-encoding": chunked } = request.headers;
  return expect !== undefined || chunked !== undefined || declaredLength(request) > bodyBytesMax;
}

const lingerMs = 1000;

/**
 * Closing with unread bytes makes the kernel reset the connection, and the client may lose the answer. So the answer is
 * sent whole, some of the rest is discarded, and then the connection ends.
 */
function endLingering({ request, response }: Exchange, body: string | Buffer | null): void {
  let left = bodyBytesMax;
  const end = () => {
    clearTimeout(timer);
    request.off("data", discard);
    response.end();
  };
  const discard = (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) end();
  };
  const timer = setTimeout(end, lingerMs);
  if (body !== null) response.write(body);
  request.on("data", discard).once("end", end).once("close", end);
  request.resume();
}
