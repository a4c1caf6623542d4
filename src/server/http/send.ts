import type { IncomingMessage, ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import { bodyBytesMax, declaredLength, hasBody } from "./body/body.ts";
import { compressor, type Encoding } from "./compress.ts";
import type { Exchange } from "./exchange.ts";
import { type Headers, isolation } from "./headers.ts";

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
  headers.push(...isolation(status, headers));
  if (lingers || exchange.closing()) headers.push("Connection", "close");
  if (body !== null) headers.push("Content-Length", String(Buffer.byteLength(body)));
  response.writeHead(status, headers);
  if (lingers) endLingering(exchange, body);
  else response.end(body);
}

/** How long a reader may take nothing of what is waiting for it, and how long all of it may take. */
export interface StreamBounds {
  idleMs: number;
  wholeMs: number;
}

const usualBounds: StreamBounds = { idleMs: 30_000, wholeMs: 30 * 60_000 };

/**
 * Streams an answer as fast as the reader takes it; a failure midway cuts the connection, and so does a reader who takes
 * nothing or is not done in time.
 */
export async function sendStream(
  exchange: Exchange,
  status: number,
  headers: Headers,
  chunks: AsyncIterable<string | Buffer>,
  encoding: Encoding | null,
  bounds: StreamBounds = usualBounds,
): Promise<void> {
  const { response, method } = exchange;
  if (response.headersSent || response.destroyed) return;
  headers.push(...isolation(status, headers));
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
  cutOffSlow(response, bounds);
  try {
    await (encoding ? pipeline(pieces, compressor(encoding), response) : pipeline(pieces, response));
  } finally {
    // A connection that is gone before the first piece never begins to read.
    await iterator.return?.();
  }
}

const looksPerIdle = 4;

/** Ends the connection of a reader beyond the bounds. */
function cutOffSlow(response: ServerResponse, { idleMs, wholeMs }: StreamBounds): void {
  const began = performance.now();
  let progress = { bytes: -1, at: began };
  const watch = setInterval(() => {
    const [at, bytes] = [performance.now(), response.socket?.bytesWritten ?? 0];
    // Where nothing waits for the reader, it is the making that takes its time.
    if (bytes !== progress.bytes || response.writableLength === 0) progress = { bytes, at };
    if (at - progress.at > idleMs || at - began > wholeMs) response.destroy();
  }, idleMs / looksPerIdle);
  const stop = () => clearInterval(watch);
  response.once("finish", stop).once("close", stop);
}

/**
 * An unread body that is, or may be, too large to be worth receiving just to keep the connection, or was not read on
 * because it is larger than its route takes: nobody would ever read what comes behind it.
 */
function leavesTooMuch(request: IncomingMessage): boolean {
  if (request.complete || request.readableEnded || !hasBody(request)) return false;
  const { expect, "transfer-encoding": chunked } = request.headers;
  if (request.isPaused()) return true;
  return expect !== undefined || chunked !== undefined || declaredLength(request) > bodyBytesMax;
}

const lingerMs = 1000;

/**
 * Closing with unread bytes makes the kernel reset the connection, and the client may lose the answer. So the answer is
 * sent whole, some of the rest is discarded, and then the connection ends.
 */
function endLingering({ request, response }: Exchange, body: string | Buffer | null): void {
  let bytesLeft = bodyBytesMax;
  const end = () => {
    clearTimeout(timer);
    request.off("data", discard);
    response.end();
  };
  const discard = (chunk: Buffer) => {
    bytesLeft -= chunk.length;
    if (bytesLeft < 0) end();
  };
  const timer = setTimeout(end, lingerMs);
  if (body !== null) response.write(body);
  request.on("data", discard).once("end", end).once("close", end);
  request.resume();
}
