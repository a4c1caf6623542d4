import { type PlanTable, rolePlan } from "../../api/access/plan.ts";
import type { Caller } from "../../api/caller.ts";
import type { Db } from "../../kernel/db.ts";
import { insufficientRole, invalid, Problem } from "../../kernel/problem.ts";
import { enoughFor, isAtLeast, limitable, type Role } from "../../kernel/role.ts";
import { holdWorkspaces } from "../../projects/client-workspaces/workspaces.ts";

/** Throws INSUFFICIENT_ROLE if an owner is touched, or made, by somebody who is none. */
export function demandOwnerFor(caller: Caller, touched: readonly (Role | undefined)[]): void {
  if (touched.includes("owner") && caller.role !== "owner") throw insufficientRole(["owner"]);
}

/** Throws NO_ENTITLEMENT if the plan does not have the role. */
export function demandRoleInPlan(table: PlanTable, { plan }: Pick<Caller, "plan">, role: Role): void {
  if (table[plan].roles.includes(role)) return;
  const details = { feature: "members", role, plan, required_plan: rolePlan(table, role), reason: "plan" };
  throw new Problem("NO_ENTITLEMENT", { message: "Your plan does not include this role.", details });
}

/** Throws a 400 if a role sees all there is, or a workspace is not the organization's. */
export async function demandLimits(
  db: Db,
  { organizationId }: Caller,
  role: Role,
  workspaceIds: readonly string[] | null,
): Promise<void> {
  if (workspaceIds === null) return;
  if (!limitable.includes(role))
    throw invalid([
      {
        in: "body",
        path: "/workspaceIds",
        code: "not_limitable",
        message: `Only ${limitable.join(" and ")} can be limited to client workspaces.`,
      },
    ]);
  const existing = new Set(await holdWorkspaces(db, organizationId, workspaceIds));
  const issues = workspaceIds.flatMap((id, at) =>
    existing.has(id.toLowerCase())
      ? []
      : [
          {
            in: "body" as const,
            path: `/workspaceIds/${at}`,
            code: "unknown_workspace",
            message: "You have no such client workspace.",
          },
        ],
  );
  if (issues.length > 0) throw invalid(issues);
}

/** Whether a caller sees this member: who is limited sees themselves alone. */
export const seesMember = (caller: Caller, memberId: string): boolean =>
  caller.workspaceIds === null || caller.memberId === memberId;

/** Throws INSUFFICIENT_ROLE if somebody who is no admin touches another than themselves. */
export function demandAdminFor(caller: Caller, memberId: string): void {
  if (caller.memberId !== memberId && !isAtLeast(caller.role, "admin"))
    throw insufficientRole(enoughFor("admin"));
}
