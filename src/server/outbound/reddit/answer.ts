import { type Dispatcher, request } from "undici";
import { hasFewJsonValues } from "../../kernel/json-values.ts";
import { RedditError } from "./error.ts";

/** One call as sent. */
export interface Sent {
  method: "GET" | "POST";
  headers: Record<string, string>;
  body?: string;
}

/** What came back. */
export interface Answer {
  /** 0 if none came. */
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
  cause?: unknown;
}

const bytesAtMost = 2 * 1024 * 1024;
/** A hundred threads with their pictures have some 60,000. */
const valuesAtMost = 100_000;

/** As Reddit's rules require: platform, program, version. */
export const userAgent = "server:overheard:1.0.0 (self-hosted)";

/**
 * Sends a call and reads its answer, at most 2 MB and 100,000 values of JSON. Follows no redirects: their targets are not ours to visit. Rejects as
 * the network does, or with a RedditError if the answer is too long.
 */
export async function answerOf(
  dispatcher: Dispatcher,
  url: URL,
  { headers, ...rest }: Sent,
  signal: AbortSignal,
): Promise<Answer> {
  const response = await request(url, {
    ...rest,
    headers: { ...headers, "user-agent": userAgent, accept: "application/json" },
    dispatcher,
    signal,
  });
  return { status: response.statusCode, headers: response.headers, text: await textOf(response.body) };
}

/** The JSON of an answer. Throws RedditError if it is not JSON. */
export function jsonOf({ text }: Answer): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new RedditError("bad_answer");
  }
}

/** A header that gives a number of seconds. */
export function secondsIn({ headers }: Answer, name: string): number | null {
  const value = headers[name];
  return typeof value === "string" && /^\d{1,9}(\.\d{1,9})?$/.test(value) ? Number(value) : null;
}

async function textOf(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > bytesAtMost) throw new RedditError("bad_answer");
    chunks.push(chunk);
  }
  const bytes = Buffer.concat(chunks);
  if (!hasFewJsonValues(bytes, valuesAtMost)) throw new RedditError("bad_answer");
  return bytes.toString("utf8");
}
