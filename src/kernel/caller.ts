import type { Plan, PlanStatus } from "./access/plan.ts";
import type { Scope } from "./access/scope.ts";

/** Who asks, and with what. */
export interface Caller {
  userId: string;
  /** A session JWT, a user's API key, a connector token of `/mcp`, or the operator's own command line. */
  kind: "session" | "key" | "connector" | "operator";
  /** Id of the key or connector, null for the others. */
  credentialId: string | null;
  scopes: readonly Scope[];
  email: string | null;
  plan: Plan;
  planStatus: PlanStatus;
  /** Start of the first period, RFC 3339; quota periods are months counted from here. */
  planStartedAt: string;
}
