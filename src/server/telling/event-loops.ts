import { LRUCache } from "lru-cache";
import { transaction } from "../db/transaction.ts";
import { fanOut } from "../events/fan-out.ts";
import { grouped } from "../kernel/grouped.ts";
import { logFailure } from "../kernel/outage.ts";
import type { Vault } from "../kernel/secret/vault.ts";
import { destinationKinds } from "../outbound/destinations/destination.ts";
import { claimLoop } from "../queue/claim-loop.ts";
import { type Loop, serialLoop } from "../queue/serial-loop.ts";
import {
  type ClaimedWebhook,
  claimWebhooks,
  dueOfEvents,
  nextDeliveries,
  recordAttempts,
} from "./deliveries/claim-deliveries.ts";
import type { Delivery } from "./deliveries/deliveries.ts";
import { type DrainParts, drain, atOnce as perTurn } from "./deliveries/drain.ts";

/** The loops that tell what happened. */
export interface EventLoops {
  loops: readonly Loop[];
  /** Begins what there is to do; returns for how long there is nothing more, in milliseconds. */
  look(): Promise<number>;
  /** Whether something is due. */
  isDue(): Promise<boolean>;
}

/** Destinations that this process sends to at once. Those that fail or are slow have turns of their own. */
const atOnce = { quick: 32, slow: 16 };

export function eventLoops(deps: Omit<DrainParts, "record">): EventLoops {
  const parts: DrainParts = {
    ...deps,
    vault: remembering(deps.vault),
    record: grouped(atOnce.quick + atOnce.slow, (attempts) => recordAttempts(deps.db, attempts)),
  };
  const { db, destinations, stop, now, log } = parts;
  const kinds = destinationKinds.filter(destinations.takes);
  const due = () => dueOfEvents(db, now(), kinds);

  const sending = ([slow, most]: readonly [boolean, number]): Loop => {
    const one = (webhook: ClaimedWebhook, first: readonly Delivery[]) =>
      drain(parts, webhook, first).catch((error) =>
        logFailure(log, { webhook: webhook.id, err: error }, "a destination could not be served"),
      );
    return claimLoop(`claim ${slow ? "slow " : ""}destinations`, log, async (underWay) => {
      const free = most - underWay.size();
      if (stop.aborted || free <= 0) return;
      const claimed = await claimWebhooks(db, { now: now(), kinds, slow, most: free });
      if (claimed.length === 0) return;
      const next = await nextDeliveries(db, claimed, { now: now(), most: perTurn });
      const first = Map.groupBy(next, ({ webhookId }) => webhookId);
      for (const webhook of claimed) underWay.add(one(webhook, first.get(webhook.id) ?? []));
    });
  };
  const [quick, slow] = [sending([false, atOnce.quick]), sending([true, atOnce.slow])];

  const taking = serialLoop("take events in", log, async () => {
    while (!stop.aborted && (await transaction(db, (db) => fanOut(db, now()))) > 0) {
      quick.soon();
      slow.soon();
      // The embedded store answers before any timer or socket gets a turn.
      await new Promise((resolve) => setImmediate(resolve));
    }
  });

  return {
    loops: [taking, quick, slow],
    async look() {
      const work = await due();
      if (work.events) taking.soon();
      if (work.quick) quick.soon();
      if (work.slow) slow.soon();
      if (work.events) return 0;
      return work.next ? Math.max(0, work.next.getTime() - now().getTime()) : Number.POSITIVE_INFINITY;
    },
    async isDue() {
      const { events, quick, slow } = await due();
      return events || quick || slow;
    },
  };
}

/** Opened destinations that a process holds: it has the key to all of them besides. */
const openMost = 2_000;

function remembering({ seal, open }: Vault): Vault {
  const opened = new LRUCache<string, object>({ max: openMost });
  return {
    seal,
    async open(owner, sealed) {
      const key = `${owner} ${sealed}`;
      const destination = opened.get(key) ?? (await open(owner, sealed));
      if (destination) opened.set(key, destination);
      return destination;
    },
  };
}
