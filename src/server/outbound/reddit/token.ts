import { type Answer, jsonOf, type Sent } from "./answer.ts";
import { RedditError } from "./error.ts";

/** The token for calls to the API: requested when needed and kept until it expires. */
export interface Tokens {
  /** Rejects with NoToken if none is available for now, with RedditError if none ever will be. */
  current(signal: AbortSignal): Promise<string>;
  /** The token was refused. */
  forget(): void;
}

/** Why there is no token for now. */
export class NoToken extends Error {
  override name = "NoToken";
  readonly answer: Answer;

  constructor(answer: Answer) {
    super("no token was given");
    this.answer = answer;
  }
}

export interface TokenParts {
  clientId: string;
  clientSecret: string;
  authUrl: string;
  send(url: URL, call: Sent, signal: AbortSignal): Promise<Answer>;
  /** Milliseconds. */
  now(): number;
}

/** A token is renewed this long before it expires. */
const marginMs = 60_000;

export function createTokens({ clientId, clientSecret, authUrl, send, now }: TokenParts): Tokens {
  let token: { value: string; until: number } | null = null;
  const call: Sent = {
    method: "POST",
    headers: {
      authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString("base64")}`,
      "content-type": "application/x-www-form-urlencoded",
    },
    body: "grant_type=client_credentials",
  };
  return {
    async current(signal) {
      if (token && token.until > now()) return token.value;
      const answer = await send(new URL(`${authUrl}/api/v1/access_token`), call, signal);
      // Wrong credentials stay wrong.
      if ([400, 401, 403].includes(answer.status)) throw new RedditError("bad_key");
      if (answer.status !== 200) throw new NoToken(answer);
      token = tokenIn(jsonOf(answer), now());
      return token.value;
    },
    forget() {
      token = null;
    },
  };
}

function tokenIn(answer: unknown, now: number): { value: string; until: number } {
  const { access_token: value, expires_in: seconds } = (answer ?? {}) as Record<string, unknown>;
  if (typeof value !== "string" || !/^[\x21-\x7e]+$/.test(value)) throw new RedditError("bad_answer");
  const lasts = typeof seconds === "number" && seconds > 0 ? seconds : 3_600;
  return { value, until: now + 1_000 * lasts - marginMs };
}
