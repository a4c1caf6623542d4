import { setTimeout as delay } from "node:timers/promises";
import { Agent, type buildConnector } from "undici";
import { retryAfterMs } from "../../kernel/retry-after.ts";
import { type ForeignResponse, foreignResponse } from "../foreign-response.ts";
import { type Answer, answerOf, jsonOf, type Sent, secondsIn } from "./answer.ts";
import { RedditError } from "./error.ts";
import { createTokens, NoToken } from "./token.ts";

export interface RedditSettings {
  clientId: string;
  clientSecret: string;
  /** Where to get tokens, e.g. `https://www.reddit.com`. */
  authUrl: string;
  /** Where the API is, e.g. `https://oauth.reddit.com`. */
  apiUrl: string;
  /** How connections are made; undefined: directly. */
  connect?: buildConnector.connector | undefined;
}

/** Time and chance, so that tests are exact. */
export interface Surroundings {
  /** Milliseconds, monotonic. */
  now(): number;
  /** Between 0 and 1, like Math.random. */
  random(): number;
  /** Rejects when the signal aborts. */
  wait(ms: number, signal: AbortSignal): Promise<unknown>;
  /** The longest that one call may take, milliseconds. */
  callMs: number;
}

const real: Surroundings = {
  now: () => performance.now(),
  random: Math.random,
  wait: (ms, signal) => delay(ms, undefined, { signal }),
  callMs: 10_000,
};

/** Calls to Reddit's API, one after the other. */
export interface RedditLine extends AsyncDisposable {
  /** The JSON at a path of the API. Throws only RedditError. */
  get(path: string, parameters: Record<string, string>, signal: AbortSignal): Promise<unknown>;
  /** What came last; null: nothing. */
  lastResponse(): ForeignResponse | null;
}

const callsAtMost = 4;
const firstPauseMs = 1_000;
/** Reddit counts calls in windows of ten minutes. */
const longestPauseMs = 11 * 60_000;

/**
 * Opens a line. If Reddit says that this client's calls are used up, the next call waits for the new window. A call that
 * is refused for that reason, or that fails, is repeated up to three times, later each time and never sooner than told.
 */
export function openRedditLine(settings: RedditSettings, surroundings: Surroundings = real): RedditLine {
  const { now, random, wait, callMs } = surroundings;
  const agent = new Agent({ connections: 2, ...(settings.connect ? { connect: settings.connect } : {}) });
  const tokens = createTokens({ ...settings, send, now });
  let pausedUntil = 0;
  let last: ForeignResponse | null = null;

  async function get(path: string, parameters: Record<string, string>, signal: AbortSignal) {
    const url = new URL(`${settings.apiUrl}${path}`);
    url.search = new URLSearchParams({ ...parameters, raw_json: "1" }).toString();
    let renewed = false;
    for (let calls = 1; ; calls += 1) {
      const answer = await once(url, signal).catch((error) => failure(error, signal));
      if (answer.status === 200) return jsonOf(answer);
      if (answer.status === 401 && !renewed) {
        renewed = true;
        tokens.forget();
        continue;
      }
      const kind = kindOf(answer.status);
      if (calls >= callsAtMost || (kind !== "rate_limited" && kind !== "unavailable"))
        throw new RedditError(kind, { cause: answer.cause });
      pausedUntil = Math.max(pausedUntil, now() + pauseMs(calls, answer, random));
    }
  }

  async function once(url: URL, signal: AbortSignal): Promise<Answer> {
    const authorization = `bearer ${await tokens.current(signal)}`;
    return send(url, { method: "GET", headers: { authorization } }, signal);
  }

  async function send(url: URL, call: Sent, signal: AbortSignal): Promise<Answer> {
    const pause = pausedUntil - now();
    if (pause > longestPauseMs) throw new RedditError("rate_limited");
    if (pause > 0) await wait(pause, signal);
    const callSignal = AbortSignal.any([signal, AbortSignal.timeout(callMs)]);
    last = null;
    const answer = await answerOf(agent, url, call, callSignal);
    const type = answer.headers["content-type"];
    last = foreignResponse(
      { status: answer.status, type: typeof type === "string" ? type : null, body: Buffer.from(answer.text) },
      { headers: Object.entries(call.headers) },
    );
    const reset = secondsIn(answer, "x-ratelimit-reset");
    const remaining = secondsIn(answer, "x-ratelimit-remaining");
    if (remaining !== null && remaining < 1 && reset !== null) pausedUntil = now() + 1_000 * reset;
    return answer;
  }

  return { get, lastResponse: () => last, [Symbol.asyncDispose]: () => agent.destroy() };
}

/** Milliseconds to wait after the n-th failed call: doubling from one second, never sooner than Reddit says. */
function pauseMs(calls: number, answer: Answer, random: () => number): number {
  const backoff = firstPauseMs * 2 ** (calls - 1) * (0.5 + random() / 2);
  const window = answer.status === 429 ? secondsIn(answer, "x-ratelimit-reset") : null;
  const requestedMs = retryAfterMs(answer.headers["retry-after"], new Date()) ?? 1_000 * (window ?? 0);
  return Math.max(requestedMs, backoff);
}

/** A network failure counts as an answer that did not come; what we aborted ourselves is an error. */
function failure(error: unknown, signal: AbortSignal): Answer {
  if (signal.aborted) throw new RedditError("cancelled");
  if (error instanceof RedditError) throw error;
  if (error instanceof NoToken) return error.answer;
  return { status: 0, headers: {}, text: "", cause: error };
}

function kindOf(status: number): RedditError["kind"] {
  if (status === 429) return "rate_limited";
  if (status === 401) return "bad_key";
  return status === 0 || status >= 500 ? "unavailable" : "refused";
}
