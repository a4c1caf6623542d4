import { type Organization, organizationNow } from "../api/organization-now.ts";
import type { Role } from "../api/organization-questions.ts";
import { useKnown } from "../api/resource.ts";

const order: readonly Role[] = ["viewer", "editor", "admin", "owner"];

export interface May {
  organization: Organization | undefined;
  /** True once it is known that the reader's role is this one or above. */
  may(least: Role): boolean;
  /** True once it is known that the reader may look and not change. */
  viewer: boolean;
  /** True once it is known that the reader sees some client workspaces alone. */
  limited: boolean;
}

/** What the reader may do in the organization. The server decides; this spares people what it would refuse. */
export function useMay(): May {
  const { value: organization } = useKnown(organizationNow());
  return {
    organization,
    may: (least) => organization !== undefined && order.indexOf(organization.role) >= order.indexOf(least),
    viewer: organization?.role === "viewer",
    limited: (organization?.workspace_ids ?? null) !== null,
  };
}
