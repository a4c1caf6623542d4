import type { Db } from "../../kernel/db.ts";
import type { Caller } from "../caller.ts";

/** How a deed came in: through a surface, on the command line, or from a job that the server does by itself. */
export const auditDoors = ["rest", "mcp", "page", "command", "job"] as const;
export type AuditDoor = (typeof auditDoors)[number];

/** One thing that was done in an organization. Ids are as the request named them; nothing foreign is among them. */
export interface AuditEntry {
  organizationId: string;
  at: Date;
  /** Null for the operator. */
  userId: string | null;
  credential: Caller["kind"];
  credentialId: string | null;
  door: AuditDoor;
  action: string;
  projectId: string | null;
  /** What it was done to: what the route names, otherwise what was created. */
  objectId: string | null;
  details: Record<string, unknown> | null;
  /** The address that the request came from. */
  source: string | null;
}

/** Writes an entry in the transaction of the deed. */
export type Audit = (db: Db, entry: AuditEntry) => Promise<void>;
