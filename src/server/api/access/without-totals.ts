import { Problem } from "../../kernel/problem.ts";
import type { Caller } from "../caller.ts";

/** The same 402 without what the whole organization has used, for members limited to some of its client workspaces. */
export function withoutTotals(problem: Problem, caller: Pick<Caller, "workspaceIds"> | null): Problem {
  const { code, details, retryAfterSeconds } = problem;
  if (code !== "BILLING_REQUIRED" || !caller || caller.workspaceIds === null) return problem;
  // They see the spending of their projects.
  if (details?.bound === "project") return problem;
  const { bound, quota, required, resets_at } = details ?? {};
  return new Problem(code, {
    cause: problem.cause,
    ...(retryAfterSeconds === null ? {} : { retryAfterSeconds }),
    message: "The organization has used up what covers this request. Ask an admin of it.",
    details: {
      ...{ quota, ...(bound === undefined ? {} : { bound }), remaining: null, required, limit: null },
      ...{ resets_at, upgrade_url: null },
    },
  });
}
