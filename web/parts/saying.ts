import { ApiProblem, isPassing } from "../api/problem.ts";
import { inTime } from "../figures/time.ts";
import { trouble } from "../words.ts";

/** What happened and what can be done, for people; `hasValue`: an answer from before is still shown. */
export function sayingOf(error: unknown, hasValue = false): string {
  if (!(error instanceof ApiProblem)) return trouble.broken;
  if (error.status === 429) return trouble.limited(error.retryAfterSeconds);
  if (isPassing(error)) return hasValue ? trouble.away : trouble.awayFirst;
  if (error.code === "UNKNOWN")
    // A proxy waits for the server no longer than it was set to (524: Cloudflare).
    return [504, 524].includes(error.status) ? trouble.late(error.status) : trouble.stopped(error.status);
  if (error.status === 401) return trouble.signedOut;
  return refusalOf(error) || withoutRoutes(error.message) || trouble.broken;
}

/** Up to the sentence that names a route, which is for programs: "GET /v1/projects lists your projects." */
const withoutRoutes = (message: string): string => message.split(/ ?[A-Z]+ \/v1/)[0]!;

/** What is left of a quota, or who may do it; null if the details say neither. */
function refusalOf({ code, details }: ApiProblem): string | null {
  const { quota, bound, remaining, required, resets_at, required_plan } = details;
  const resets = typeof resets_at === "string" ? inTime(resets_at, "dayOfYear") : null;
  if (code === "BILLING_REQUIRED" && typeof remaining === "number" && typeof required === "number") {
    if (quota === "spend") return trouble.spend(String(bound), remaining, required, resets);
    return resets && trouble.quota(String(quota), remaining, required, resets);
  }
  if (code === "INSUFFICIENT_ROLE" && Array.isArray(required)) return trouble.role(String(required[0]));
  if (code === "NO_ENTITLEMENT" && typeof required_plan === "string") return trouble.plan(required_plan);
  return null;
}
