import type { Plan, PlanStatus } from "./access/plan.ts";
import type { Reach } from "./access/reach.ts";
import type { Role } from "./access/role.ts";
import type { Scope } from "./access/scope.ts";

/** Who asks, with which credentials and in which organization; their reach says what they may see of it. */
export interface Caller extends Reach {
  userId: string;
  /** The id of their membership, which rate limits count by. */
  memberId: string;
  role: Role;
  /** A session JWT, a user's API key, a connector token of `/mcp`, or the operator's own command line. */
  kind: "session" | "key" | "connector" | "operator";
  /** Id of the key or connector, null for the others. */
  credentialId: string | null;
  /** The scopes of the role that the key or connector has too. */
  scopes: readonly Scope[];
  email: string | null;
  /** The plan of the organization, like the fields below. */
  plan: Plan;
  planStatus: PlanStatus;
  /** Start of the first period, RFC 3339; quota periods are months counted from here. */
  planStartedAt: string;
  /** Providers for which the organization has credentials of its own. */
  ownEngines: readonly string[];
}
