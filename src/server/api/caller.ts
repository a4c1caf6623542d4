import type { Role } from "../kernel/role.ts";
import type { Scope } from "../kernel/scope.ts";
import type { Plan, PlanStatus } from "./access/plan.ts";
import type { Reach } from "./access/reach.ts";

/** Who asks, with which credentials and in which organization; their reach says what they may see of it. */
export interface Caller extends Reach {
  userId: string;
  /** Their membership. */
  memberId: string;
  /** What rate limits count by: a user in one organization; one's own stays the same if it is made again. */
  countedAs: string;
  role: Role;
  /** A session JWT, a user's API key, a connector token of `/mcp`, or the operator's own command line. */
  kind: "session" | "key" | "connector" | "operator";
  /** Id of the key or connector, null for the others. */
  credentialId: string | null;
  /** The scopes of the role that the key or connector has too. */
  scopes: readonly Scope[];
  email: string | null;
  /** When the session was opened that a JWT names, RFC 3339; null where it names none of ours. */
  signedInAt: string | null;
  /** The organization's, as what follows. */
  plan: Plan;
  planStatus: PlanStatus;
  /** Start of the first period, RFC 3339; quota periods are months counted from here. */
  planStartedAt: string;
  /** Providers for which the organization has credentials of its own. */
  ownEngines: readonly string[];
}
