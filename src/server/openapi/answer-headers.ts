import { type AnyAction, route } from "../api/action.ts";

/** Names of headers that an answer always has, or has only sometimes for reasons that the request does not tell. */
export interface AnswerHeaders {
  always: readonly string[];
  sometimes: readonly string[];
}

/** On every answer after the credential check, unless limits are turned off. */
const limit = ["RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset"];
const identified = ["X-Request-Id"];

/** Headers of an action's success. */
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

/** Whether what it created may be returned as 200 before it has ended. */
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

/** Headers of a failure, by its status. */
export const failureHeaders = (status: number): AnswerHeaders =>
  failures[status] ?? { always: [...identified, ...limit], sometimes: [] };
