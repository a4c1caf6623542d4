import { stopped } from "../words/stopped.ts";
import type { ApiProblem } from "./problem.ts";

/** Loaded where a request failed on its way. Says so of its problem where the server answers what no ad blocker stops. */
export async function tell(problem: ApiProblem): Promise<void> {
  const { ok, headers } = await fetch("/healthz");
  // Only a request that failed on its way has a message; what a proxy answers is no JSON.
  if (ok && problem.message && headers.get("content-type")?.includes("json"))
    Object.assign(problem, { status: 499, code: "STOPPED", message: stopped.says });
}
