import type { Db } from "../../db/db.ts";
import type { OwnEngine } from "../../engines/own-engines.ts";
import type { Log } from "../../kernel/log.ts";
import { noteCredentials } from "../../organizations/engine-credentials/engine-credentials.ts";
import type { CallOutcome } from "./call-engine.ts";

/**
 * Notes whether a vendor accepts an organization's key. If a refused key was replaced or deleted meanwhile, its ask is
 * due again at once, with the organization's new credentials.
 */
export async function noteKey(
  { db, log }: { db: Db; log: Log },
  { organizationId, sealed, active }: OwnEngine,
  provider: string,
  outcome: CallOutcome,
): Promise<CallOutcome> {
  const refused = outcome.kind === "failed" && outcome.errorCode === "bad_key";
  if (!refused && (active || outcome.kind !== "answered")) return outcome;
  try {
    const current = await noteCredentials(db, { organizationId, provider, sealed }, !refused);
    return current || outcome.kind !== "failed"
      ? outcome
      : { ...outcome, kind: "again", afterMs: 0, pauseMs: null };
  } catch (error) {
    log.warn({ organization_id: organizationId, err: error }, "whether a key works could not be noted");
    return outcome;
  }
}
