import type { Caller } from "../caller.ts";
import type { Db } from "../db.ts";

/** One thing that was done in an organization. Ids as they were named: nothing foreign is among them. */
export interface AuditEntry {
  organizationId: string;
  at: Date;
  /** Null for the operator. */
  userId: string | null;
  credential: Caller["kind"];
  credentialId: string | null;
  door: string;
  action: string;
  projectId: string | null;
  /** What it was done to: what the route names, else what was made. */
  objectId: string | null;
  details: Record<string, unknown> | null;
  /** The address that the request came from. */
  source: string | null;
}

/** Writes an entry, in the transaction of what it tells. */
export type Audit = (db: Db, entry: AuditEntry) => Promise<void>;
