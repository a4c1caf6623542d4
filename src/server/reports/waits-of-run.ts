import type { Provider } from "../../reader/provider.ts";
import { byText } from "../../reader/text/order.ts";
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
  const payerOf = (provider: Provider) => (engines.isOwn(provider) ? caller.organizationId : null);
  const waits = await waitsOf(db, payerOf, now());
  if (waits.length === 0) return [];
  const asked = new Set(await providersToAsk(db, report));
  return waits.filter(({ provider }) => asked.has(provider)).sort((a, b) => byText(a.provider, b.provider));
}
