import type { Db } from "../../db/db.ts";
import { digestEvent } from "../../events/event.ts";
import type { EventMessage, MakeMessage } from "../../events/stored-event.ts";
import type { Log } from "../../kernel/log.ts";
import { isOutage } from "../../kernel/outage.ts";
import type { Vault } from "../../kernel/secret/vault.ts";
import type { Destination, Destinations, Message } from "../../outbound/destinations/destination.ts";
import { type SwitchingParts, switchOffAndTell } from "../destinations/disable-destination.ts";
import { type SealedDestination, secretsAt } from "../destinations/sealed-destination.ts";
import { heldUntil, isToldTogether, offBecause, recordOf, stateOf, wasOut } from "./attempt-terms.ts";
import {
  type Attempt,
  type ClaimedWebhook,
  holdWebhook,
  hurryDeliveries,
  nextDeliveries,
  ofDeletedProjects,
  type Recorded,
  releaseWebhook,
  renewWebhook,
  skipDeliveries,
  waitingDeliveries,
} from "./claim-deliveries.ts";
import type { Delivery } from "./deliveries.ts";
import { headlinesMost, isChange, mayBeOver, together } from "./together.ts";

export interface DrainParts extends SwitchingParts {
  db: Db;
  destinations: Destinations;
  vault: Vault;
  tell: MakeMessage;
  /** Null: the claim is somebody else's by now. */
  record(attempt: Attempt): Promise<{ released: boolean } | null>;
  stop: AbortSignal;
  /** Between 0 and 1, like Math.random. */
  random(): number;
  log: Log;
}

/** Deliveries of one destination looked up at once. */
export const atOnce = 10;
/** Told in one message at most; more are told in the next, together too. */
const togetherMost = 2_000;
/** Then others that are due get a turn. */
const turnMs = 5_000;
/**
 * A claim that is older is renewed before anything more is sent: a process that stood still meanwhile, or was busy, may have lost it, and
 * what it knows may have been sent by another one.
 */
const renewAfterMs = 5_000;

/**
 * Sends what waits for a destination, in order and beginning with the `first`, until it fails, nothing is due or its turn is over. If it
 * rejects, the claim is left to lapse.
 */
export async function drain(
  parts: DrainParts,
  webhook: ClaimedWebhook,
  first: readonly Delivery[],
): Promise<void> {
  const { db, vault, now } = parts;
  if (webhook.unfit !== null && webhook.unfit !== "paused")
    return switchOffAndTell(parts, webhook, webhook.unfit);
  const sealed = (await vault.open(webhook.id, webhook.sealed)) as SealedDestination | undefined;
  if (!sealed) return switchOffAndTell(parts, webhook, "unreadable");
  const address = webhook.kind === "email" ? webhook.email : sealed.url;
  if (address === null) return switchOffAndTell(parts, webhook, "bounced");
  const destination = { kind: webhook.kind, address, secrets: secretsAt(sealed, now()) };
  if (!(await sendDue(parts, webhook, destination, first))) await releaseWebhook(db, webhook, now());
}

/** True if the claim has ended with it. */
async function sendDue(
  parts: DrainParts,
  webhook: ClaimedWebhook,
  destination: Destination,
  first: readonly Delivery[],
): Promise<boolean> {
  const { db, stop, now } = parts;
  const began = performance.now();
  let state = stateOf(webhook);
  let next: readonly Delivery[] | null = first;
  let { claimedMs } = webhook;
  const isOver = () => stop.aborted || performance.now() - began >= turnMs;
  while (!isOver()) {
    const until = heldUntil(webhook.kind, state, now());
    if (until) {
      await holdWebhook(db, webhook, until);
      return false;
    }
    const waiting = isToldTogether(webhook.kind, state)
      ? await waitingDeliveries(db, webhook, togetherMost)
      : [];
    const deliveries: readonly Delivery[] =
      waiting.length > 1
        ? waiting
        : (next ?? (await nextDeliveries(db, [{ ...webhook, ...state }], { now: now(), most: atOnce })));
    if (deliveries.length === 0) return false;
    next = null;
    const gone = waiting.length > 1 ? await ofDeletedProjects(db, webhook, waiting) : new Set();
    const unwanted = deliveries
      .filter((one) => gone.has(one.id) || !isWanted(webhook, one))
      .map(({ id }) => id);
    if (unwanted.length > 0) {
      if (!(await skipDeliveries(db, webhook, unwanted))) return false;
      continue;
    }
    const batches = waiting.length > 1 ? [waiting] : deliveries.map((one) => [one]);
    for (const [at, batch] of batches.entries()) {
      if (isOver() || heldUntil(webhook.kind, state, now())) break;
      const message = await messageOf(parts, webhook, batch);
      if (!message) {
        if (!(await skipDeliveries(...([db, webhook, batch.map(({ id }) => id)] as const)))) return false;
        continue;
      }
      if (performance.now() - claimedMs > renewAfterMs) {
        claimedMs = performance.now();
        if (!(await renewWebhook(db, webhook))) return false;
      }
      const last = at === batches.length - 1;
      const more = waiting.length === togetherMost;
      const tried = await attempt(parts, webhook, { destination, message, batch, state, last, more });
      // Somebody else's by now, or there is no use in going on.
      if (!tried || tried.recorded.fault !== null) return false;
      if (tried.released) return true;
      state = tried.recorded.webhook;
    }
  }
  return false;
}

/** Whether a destination is told such an event as it is set up at present: it may have been set up otherwise when this happened. */
const isWanted = (
  { projectId, types }: ClaimedWebhook,
  { type, projectId: of }: Pick<Delivery, "type" | "projectId">,
): boolean =>
  type === digestEvent ||
  ((projectId === null || projectId === of) && (types === null || (types as string[]).includes(type)));

interface Sending {
  destination: Destination;
  message: Message;
  batch: readonly Delivery[];
  state: Recorded["webhook"];
  /** Nothing after it is known of. */
  last: boolean;
  /** More waits than one message tells of. */
  more: boolean;
}

/** Sends once and records what came of it; null if the claim was lost meanwhile. */
async function attempt(
  parts: DrainParts,
  webhook: ClaimedWebhook,
  { destination, message, batch, state, last, more }: Sending,
): Promise<{ recorded: Recorded; released: boolean } | null> {
  const { db, destinations, stop, now, random, log } = parts;
  const outcome = await destinations.send(destination, message, stop);
  // Cut off by our own stop: nobody knows whether it was taken, so it is sent again.
  if (stop.aborted && outcome.fault !== null) return null;
  const attempts = Math.max(...batch.map(({ attempts }) => attempts));
  const recorded = recordOf(outcome, { state, attempts, now: now(), random, more });
  const ids = batch.map(({ id }) => id);
  const facts = {
    ...{
      webhook: webhook.id,
      organization_id: webhook.organizationId,
      kind: webhook.kind,
      type: message.type,
    },
    ...{
      event: message.id,
      status: outcome.status,
      ms: Math.round(outcome.durationMs),
      attempts: attempts + 1,
    },
  };
  const ends = last && outcome.fault === null && !wasOut(state);
  const recording = await parts.record({ webhook, deliveries: ids, recorded, last: ends });
  if (!recording) return null;
  if (outcome.fault === null) {
    log.info(facts, "an event was delivered");
    if (!wasOut(state)) return { recorded, ...recording };
    await hurryDeliveries(db, webhook, now());
    return { recorded, released: false };
  }
  log.warn({ ...facts, fault: outcome.fault }, "an event was not delivered");
  const because = offBecause(recorded, now());
  if (because) await switchOffAndTell(parts, webhook, because);
  return { recorded, released: false };
}

/** Null: nothing is left of what it was about. */
async function messageOf(
  parts: DrainParts,
  webhook: ClaimedWebhook,
  batch: readonly Delivery[],
): Promise<Message | null> {
  const [first] = batch;
  if (!first) return null;
  const { settingsUrl } = parts;
  const { id, type, createdAt: at } = first;
  if (batch.length === 1) {
    const message = await wordsOf(parts, webhook, first);
    return message && { id, type, at, settingsUrl, ...message };
  }
  const headlines: string[] = [];
  const over = new Set<Delivery>();
  for (const one of [...batch.filter(isChange).slice(0, headlinesMost), ...batch.filter(mayBeOver)]) {
    const message = await wordsOf(parts, webhook, one);
    if (!message) over.add(one);
    else if (isChange(one)) headlines.push(message.title);
  }
  const remaining = batch.filter((one) => !over.has(one));
  if (remaining.length < 2) return remaining.length === 0 ? null : messageOf(parts, webhook, remaining);
  return { id, at, settingsUrl, ...together(remaining, { headlines, url: settingsUrl }) };
}

const wordsOf = (
  { tell, log }: DrainParts,
  webhook: ClaimedWebhook,
  event: Delivery,
): Promise<EventMessage | null> =>
  tell(event, webhook).catch((error) => {
    if (isOutage(error)) throw error;
    log.error({ event: event.id, type: event.type, err: error }, "an event could not be put into words");
    return { data: { id: event.objectId }, title: event.type, says: "", link: null };
  });
