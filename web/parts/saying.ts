import { ApiProblem, isPassing } from "../api/problem.ts";
import { trouble } from "../words.ts";

/** What happened, for people; `known`: an answer from before is still shown. */
export function sayingOf(error: unknown, known = false): string {
  if (!(error instanceof ApiProblem)) return trouble.broken;
  if (error.status === 401) return trouble.signedOut;
  if (error.status === 429) return trouble.limited;
  if (isPassing(error)) return known ? trouble.away : trouble.awayFirst;
  return error.message || (error.status === 402 || error.status === 403 ? trouble.forbidden : trouble.broken);
}
