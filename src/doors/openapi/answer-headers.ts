import { type AnyAction, route } from "../../kernel/action.ts";

/** Names of headers that an answer has, each time or only for a reason that the request does not tell. */
export interface AnswerHeaders {
  always: readonly string[];
  sometimes: readonly string[];
}

/** Of every answer after the credential, unless limits are switched off. */
const limit = ["RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset"];
const identified = ["X-Request-Id"];

/** What an action's success carries. */
export function successHeaders(action: AnyAction, status: number): AnswerHeaders {
  const { method } = route(action.http);
  const created = status === 201;
  const accepted = status === 202;
  return {
    always: [
      ...identified,
      ...limit,
      ...(method === "GET" && !action.produces ? ["ETag"] : []),
      ...(action.produces ? ["Content-Disposition"] : []),
      ...(created || accepted ? ["Location"] : []),
      ...(accepted ? ["Retry-After"] : []),
      ...(action.deprecated ? ["Deprecation", "Sunset", "Link"] : []),
    ],
    sometimes: [
      ...(method === "POST" && !action.secret ? ["Idempotent-Replayed"] : []),
      ...(status === 200 && mayStillRun(action) ? ["Location", "Retry-After"] : []),
    ],
  };
}

/** Whether what it made may be given as 200 before it has ended. */
const mayStillRun = ({ spends, output }: AnyAction): boolean =>
  spends !== undefined && (output.properties as object | undefined) !== undefined
    ? "poll_after_seconds" in output.properties
    : false;

const failures: Record<number, AnswerHeaders> = {
  400: { always: identified, sometimes: limit },
  401: { always: [...identified, "WWW-Authenticate"], sometimes: [] },
  403: { always: [...identified, ...limit], sometimes: ["WWW-Authenticate"] },
  408: { always: identified, sometimes: limit },
  409: { always: [...identified, ...limit], sometimes: ["Retry-After"] },
  414: { always: identified, sometimes: [] },
  429: {
    always: [...identified, "Retry-After", "X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset"],
    sometimes: limit,
  },
  431: { always: identified, sometimes: [] },
  500: { always: identified, sometimes: limit },
  502: { always: [...identified, ...limit], sometimes: ["Retry-After"] },
  503: { always: [...identified, "Retry-After"], sometimes: limit },
};

/** What a failure carries, by its status. */
export const failureHeaders = (status: number): AnswerHeaders =>
  failures[status] ?? { always: [...identified, ...limit], sometimes: [] };
