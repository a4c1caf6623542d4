import { hasFewJsonValues } from "../../kernel/json-values.ts";
import { type ForeignResponse, foreignResponse } from "../../outbound/foreign-response.ts";

/** Most bytes read of a decoded response body; an answer of 256 KiB with its sources is far smaller. */
export const bodyBytesMax = 4 * 1024 * 1024;
/** Of an error response only the codes are used. */
const errorBytesMax = 64 * 1024;
/** A larger body takes milliseconds to decode and to parse, so that those that arrive together take turns. */
const largeBytes = 64 * 1024;
let lastTurn: Promise<unknown> = Promise.resolve();
const turn = () => {
  lastTurn = lastTurn.then(() => new Promise((resolve) => setImmediate(resolve)));
  return lastTurn;
};

export type Fetch = typeof globalThis.fetch;

export class BodyTooLarge extends Error {
  override name = "BodyTooLarge";
}

/** What happened in one request, recorded because SDKs wrap it in their own errors. */
export interface Exchange {
  status: number | null;
  headers: Headers | null;
  /** The decoded body of an error response, at most 64 KiB. */
  errorBody: string | null;
  /** What came, to be noted if the call fails; null: nothing. */
  response: ForeignResponse | null;
  tooLarge: boolean;
  /** The body arrived whole. */
  complete: boolean;
  /** How many questions of this call have been answered with a success, this one included. */
  answers: number;
}

export function newExchange(): Exchange {
  return {
    status: null,
    headers: null,
    errorBody: null,
    response: null,
    tooLarge: false,
    complete: false,
    answers: 0,
  };
}

/**
 * A fetch for SDKs that reads bodies to their end, up to `bodyBytesMax` after decompression and to as many values of JSON
 * as an answer may have, and records in `exchange` what happened. It follows no redirects: a vendor's API has none, and a stranger could choose their targets. Rejects
 * with BodyTooLarge, or as the network does.
 */
export function boundedFetch(network: Fetch, signal: AbortSignal, exchange: Exchange): Fetch {
  return async (input, init) => {
    Object.assign(exchange, { ...newExchange(), answers: exchange.answers });
    const response = await network(input, { ...init, signal, redirect: "manual" });
    exchange.status = response.status;
    exchange.headers = response.headers;

    const { status, headers } = response;
    const failed = status >= 300;
    if (!failed && !/^get$/i.test(init?.method ?? "get")) exchange.answers += 1;
    const body = await readBody(response, failed ? errorBytesMax : bodyBytesMax);
    const request = { url: urlOf(input), headers: new Headers(init?.headers) };
    const type = headers.get("content-type");
    exchange.response = foreignResponse({ status, type, body: body.bytes }, request);
    if (failed) exchange.errorBody = body.bytes.toString("utf8");
    if (!failed && (body.cut || !hasFewJsonValues(body.bytes))) {
      exchange.tooLarge = true;
      throw new BodyTooLarge();
    }
    exchange.complete = true;
    if (body.bytes.length > largeBytes) await turn();
    const bodiless = body.bytes.length === 0 || [204, 205, 304].includes(response.status);
    return new Response(bodiless ? null : body.bytes, {
      status: response.status,
      headers: response.headers,
    });
  };
}

const urlOf = (input: Parameters<Fetch>[0]): string => (input instanceof Request ? input.url : `${input}`);

async function readBody(
  response: Response,
  bytesMax: number,
): Promise<{ bytes: Buffer<ArrayBuffer>; cut: boolean }> {
  if (!response.body) return { bytes: Buffer.alloc(0), cut: false };
  const reader = response.body.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return { bytes: Buffer.concat(chunks, size), cut: false };
    if (size + value.byteLength > bytesMax) {
      // Not awaited: a server that never ends its stream must not hold us up.
      void reader.cancel().catch(() => {});
      return { bytes: Buffer.concat(chunks, size), cut: true };
    }
    chunks.push(value);
    size += value.byteLength;
  }
}
