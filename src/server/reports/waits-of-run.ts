import type { Context } from "../api/context.ts";
import { type VendorWait, waitsOf } from "../queue/vendor-waits.ts";
import { providersToAsk } from "../runs/asking/asks.ts";
import type { Report } from "./reports.ts";

/** Which assistants a run cannot ask at this moment, and until when; none once it has ended. */
export async function waitsOfRun(
  { db, engines, caller, now }: Context,
  report: Report,
): Promise<VendorWait[]> {
  if (report.status !== "processing") return [];
  const pairs = (await providersToAsk(db, report)).map((provider) => ({
    provider,
    payer: engines.isOwn(provider) ? caller.organizationId : null,
  }));
  return pairs.length === 0 ? [] : waitsOf(db, pairs, now());
}
