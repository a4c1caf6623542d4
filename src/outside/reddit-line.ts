import { setTimeout as delay } from "node:timers/promises";
import { Agent, request } from "undici";
import { RedditError } from "./reddit-error.ts";

export interface RedditSettings {
  clientId: string;
  clientSecret: string;
  /** Where tokens are given, e.g. `https://www.reddit.com`. */
  authUrl: string;
  /** Where the API is, e.g. `https://oauth.reddit.com`. */
  apiUrl: string;
}

/** Time and chance, so that tests are exact. */
export interface Surroundings {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Between 0 and 1, as Math.random. */
  random(): number;
  /** Rejects when the signal ends. */
  wait(ms: number, signal: AbortSignal): Promise<unknown>;
  /** Longest that one call may take, milliseconds. */
  callMs: number;
}

export const real: Surroundings = {
  now: Date.now,
  random: Math.random,
  wait: (ms, signal) => delay(ms, undefined, { signal }),
  callMs: 10_000,
};

/** Calls to Reddit's API, one after the other. */
export interface RedditLine extends AsyncDisposable {
  /** The JSON at a path of the API. Throws RedditError only. */
  get(path: string, parameters: Record<string, string>, signal: AbortSignal): Promise<unknown>;
}

const callsAtMost = 4;
const bytesAtMost = 2 * 1024 * 1024;
const firstPauseMs = 1_000;
/** Reddit counts calls in windows of ten minutes. */
const longestPauseMs = 11 * 60_000;
/** A token is renewed this long before it ends. */
const tokenMarginMs = 60_000;

/** As Reddit's rules want it: platform, program, version. */
export const userAgent = "server:overheard:1.0.0 (self-hosted)";

/**
 * Opens a line. Where Reddit says that this client's calls are used up, the next one waits for the new window; a call
 * that is refused for that, or that fails, is repeated up to three times, later each time and never sooner than told.
 */
export function openRedditLine(settings: RedditSettings, surroundings: Surroundings = real): RedditLine {
  const { now, random, wait, callMs } = surroundings;
  const agent = new Agent({ connections: 2 });
  let token: { value: string; until: number } | null = null;
  let pausedUntil = 0;

  async function get(path: string, parameters: Record<string, string>, signal: AbortSignal) {
    let renewed = false;
    for (let calls = 1; ; calls += 1) {
      const answer = await once(path, parameters, signal).catch((error) => failure(error, signal));
      if (answer.status === 200) return jsonOf(answer);
      if (answer.status === 401 && !renewed) {
        renewed = true;
        token = null;
        continue;
      }
      const kind = kindOf(answer.status);
      if (calls >= callsAtMost || (kind !== "rate_limited" && kind !== "unavailable"))
        throw new RedditError(kind, { cause: answer.cause });
      pausedUntil = Math.max(pausedUntil, now() + pauseMs(calls, answer));
    }
  }

  async function once(path: string, parameters: Record<string, string>, signal: AbortSignal) {
    const bearer = await accessToken(signal);
    const url = new URL(`${settings.apiUrl}${path}`);
    url.search = new URLSearchParams({ ...parameters, raw_json: "1" }).toString();
    return send(url, { method: "GET", headers: { authorization: `bearer ${bearer}` } }, signal);
  }

  async function accessToken(signal: AbortSignal): Promise<string> {
    if (token && token.until > now()) return token.value;
    const key = Buffer.from(`${settings.clientId}:${settings.clientSecret}`).toString("base64");
    const answer = await send(
      new URL(`${settings.authUrl}/api/v1/access_token`),
      {
        method: "POST",
        headers: { authorization: `Basic ${key}`, "content-type": "application/x-www-form-urlencoded" },
        body: "grant_type=client_credentials",
      },
      signal,
    );
    if (answer.status !== 200) throw new Unanswered(answer);
    token = tokenIn(jsonOf(answer), now());
    return token.value;
  }

  async function send(url: URL, options: Sent, signal: AbortSignal): Promise<Answer> {
    const pause = pausedUntil - now();
    if (pause > longestPauseMs) throw new RedditError("rate_limited");
    if (pause > 0) await wait(pause, signal);
    const { headers, ...rest } = options;
    // It follows no redirect: where one leads to is not ours to visit.
    const response = await request(url, {
      ...rest,
      headers: { ...headers, "user-agent": userAgent, accept: "application/json" },
      dispatcher: agent,
      signal: AbortSignal.any([signal, AbortSignal.timeout(callMs)]),
    });
    const answer = { status: response.statusCode, headers: response.headers, text: "" };
    const reset = secondsIn(answer, "x-ratelimit-reset");
    const remaining = secondsIn(answer, "x-ratelimit-remaining");
    if (remaining !== null && remaining < 1 && reset !== null) pausedUntil = now() + 1_000 * reset;
    return { ...answer, text: await textOf(response.body) };
  }

  function pauseMs(calls: number, answer: Answer): number {
    const backoff = firstPauseMs * 2 ** (calls - 1) * (0.5 + random() / 2);
    const told = secondsIn(answer, "retry-after") ?? secondsIn(answer, "x-ratelimit-reset");
    return answer.status === 429 && told !== null ? Math.max(1_000 * told, backoff) : backoff;
  }

  return { get, [Symbol.asyncDispose]: () => agent.destroy() };
}

interface Sent {
  method: "GET" | "POST";
  headers: Record<string, string>;
  body?: string;
}

interface Answer {
  /** 0 where none came. */
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
  cause?: unknown;
}

/** The token was refused in this way. */
class Unanswered extends Error {
  readonly answer: Answer;
  constructor(answer: Answer) {
    super("no token");
    this.answer = answer;
  }
}

/** A network that fails is an answer that did not come; what we broke off ourselves is an error. */
function failure(error: unknown, signal: AbortSignal): Answer {
  if (signal.aborted) throw new RedditError("cancelled");
  if (error instanceof RedditError) throw error;
  if (!(error instanceof Unanswered)) return { status: 0, headers: {}, text: "", cause: error };
  // Wrong credentials do not become right.
  if ([400, 401, 403].includes(error.answer.status)) throw new RedditError("bad_key");
  return error.answer;
}

function kindOf(status: number): RedditError["kind"] {
  if (status === 429) return "rate_limited";
  if (status === 401) return "bad_key";
  return status === 0 || status >= 500 ? "unavailable" : "refused";
}

function jsonOf({ text }: Answer): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new RedditError("bad_answer");
  }
}

function tokenIn(answer: unknown, now: number): { value: string; until: number } {
  const { access_token: value, expires_in: seconds } = (answer ?? {}) as Record<string, unknown>;
  if (typeof value !== "string" || !/^[\x21-\x7e]+$/.test(value)) throw new RedditError("bad_answer");
  const lasts = typeof seconds === "number" && seconds > 0 ? seconds : 3_600;
  return { value, until: now + 1_000 * lasts - tokenMarginMs };
}

function secondsIn({ headers }: Answer, name: string): number | null {
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
  return Buffer.concat(chunks).toString("utf8");
}
