import { type Provider, providers } from "../../reader/provider.ts";
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

/** What waits at this moment for calls with the key of that payer, by assistant. */
export async function waitsOf(
  db: Db,
  payerOf: (provider: Provider) => Payer,
  now: Date,
): Promise<VendorWait[]> {
  const noted = (await waits.read(db)) ?? {};
  return providers.flatMap((provider) => {
    const wait = noted[keyOf(provider, payerOf(provider))];
    return wait && wait.until > now.getTime()
      ? [{ provider, reason: wait.reason, until: new Date(wait.until) }]
      : [];
  });
}
