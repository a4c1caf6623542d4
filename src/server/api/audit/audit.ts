import { type AnyAction, route } from "../action.ts";
import type { Caller } from "../caller.ts";
import type { AuditDoor, AuditEntry } from "./audit-entry.ts";

/** What is done, by whom and from where. The object is known only once it is done. */
export interface Deed {
  caller: Caller;
  door: AuditDoor;
  source: string | null;
  input: Record<string, unknown>;
}

/** The entry of an action that has been carried out with this result. */
export function auditEntry(action: AnyAction, deed: Deed, data: unknown, at: Date): AuditEntry {
  const { caller, door, source, input } = deed;
  const output = data as { id?: unknown } | null;
  const parameter = route(action.http).parameters.at(-1);
  const projectId = idIn(input.projectId);
  const overrides = action.audit?.(input, data) ?? {};
  return {
    organizationId: overrides.organizationId ?? caller.organizationId,
    at,
    userId: caller.kind === "operator" ? null : caller.userId,
    credential: caller.kind,
    credentialId: caller.credentialId,
    door,
    action: action.name,
    projectId,
    objectId: overrides.objectId ?? objectIdOf(parameter, input) ?? idIn(output?.id) ?? projectId,
    details: overrides.details ?? null,
    source,
  };
}

/** The last thing that a route names; null for the project itself, in which something may have been created. */
const objectIdOf = (parameter: string | undefined, input: Record<string, unknown>): string | null =>
  parameter === undefined || parameter === "projectId" ? null : idIn(input[parameter]);

const idIn = (value: unknown): string | null => (typeof value === "string" ? value.toLowerCase() : null);
