import type { Provider } from "../../reader/provider.ts";
import type { Db } from "../db/db.ts";
import { clusterState } from "./cluster-state.ts";

/** Why calls that are due are not made yet: so many a minute have been made, or the vendor has asked for a pause. */
export const waitReasons = ["calls_per_minute", "vendor_asked"] as const;

/** What keeps one assistant from being asked. */
export interface VendorWait {
  provider: Provider;
  reason: (typeof waitReasons)[number];
  /** When the next call can be made. */
  until: Date;
}

/** Whose key an assistant is asked with: an organization's own, or the server's (null). */
type Payer = string | null;

interface Noted {
  reason: VendorWait["reason"];
  until: number;
}

/** By assistant and payer. Whoever waits notes it; what is past counts for nothing. */
const waits = clusterState<Record<string, Noted>>("vendor waits");

const keyOf = (provider: Provider, payer: Payer): string => (payer ? `${provider} ${payer}` : provider);

/** Notes for all processes that calls wait; the last one to say so of an assistant counts. */
export async function noteWait(db: Db, payer: Payer, wait: VendorWait, now: Date): Promise<void> {
  const { provider, reason, until } = wait;
  await waits.change(db, (noted) => ({
    ...Object.fromEntries(Object.entries(noted ?? {}).filter(([, each]) => each.until > now.getTime())),
    [keyOf(provider, payer)]: { reason, until: until.getTime() },
  }));
}

/** Which of these assistants wait at this moment, each with whose key it is asked. */
export async function waitsOf(
  db: Db,
  pairs: readonly { provider: Provider; payer: Payer }[],
  now: Date,
): Promise<VendorWait[]> {
  const noted = (await waits.read(db)) ?? {};
  return pairs.flatMap(({ provider, payer }) => {
    const wait = noted[keyOf(provider, payer)];
    return wait && wait.until > now.getTime()
      ? [{ provider, reason: wait.reason, until: new Date(wait.until) }]
      : [];
  });
}
