import type { Db } from "../../kernel/db.ts";
import type { Caller } from "../caller.ts";

/** One thing that was done in an organization. Ids are as the request named them; nothing foreign is among them. */
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
  /** What it was done to: what the route names, otherwise what was created. */
  objectId: string | null;
  details: Record<string, unknown> | null;
  /** The address that the request came from. */
  source: string | null;
}

/** Writes an entry in the transaction of the deed. */
export type Audit = (db: Db, entry: AuditEntry) => Promise<void>;
