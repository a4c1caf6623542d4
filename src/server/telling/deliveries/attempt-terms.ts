import { dayMs } from "../../../figures/days/calendar.ts";
import type {
  DeliveryFault,
  DeliveryOutcome,
  DestinationKind,
} from "../../outbound/destinations/destination.ts";
import type { ClaimedWebhook, Recorded } from "./claim-deliveries.ts";

const [secondMs, minuteMs, hourMs] = [1_000, 60_000, 3_600_000];

/** Pauses between attempts at one delivery; after the last one it is given up. Source: docs/contract/events.md. */
const pausesMs = [
  ...[5 * secondMs, 5 * minuteMs, 30 * minuteMs],
  ...[2, 5, 10, 14, 20, 24].map((hours) => hours * hourMs),
];

/** Pauses of a whole destination that fails; the last one repeats. */
const destinationPausesMs = [5 * secondMs, 5 * minuteMs, 30 * minuteMs, hourMs];

/** A destination that has failed for so long is switched off. */
const failingMs = 5 * dayMs;

const longestWaitMs = dayMs;

/** Attempts at a letter of which nobody knows whether it was taken: each may be one more of the same in the inbox. */
const unsureMost = 3;

/** An attempt that takes longer makes its destination a slow one. */
const slowMs = 2_000;

/** Messages for people in an hour; what comes beyond is told in one. Programs get everything. */
const perHour: Record<DestinationKind, number> = {
  webhook: Number.POSITIVE_INFINITY,
  slack: 30,
  discord: 30,
  teams: 30,
  email: 10,
};

/** Failures after which the destination itself, and not what is sent, is taken to be the cause. */
const outage = 3;

type State = Recorded["webhook"];

export const stateOf = ({
  failures,
  failingSince,
  sentInHour,
  hourBeganAt,
  isHeld,
}: ClaimedWebhook): State => ({
  ...{ failures, failingSince: failingSince === null ? null : new Date(failingSince) },
  ...{ pausedUntil: null, slow: false, hourBeganAt, sentInHour, isHeld },
});

/** Until when people are told nothing more; null if they may be. */
export function heldUntil(kind: DestinationKind, { hourBeganAt, sentInHour }: State, now: Date): Date | null {
  if (hourBeganAt === null || sentInHour < perHour[kind]) return null;
  const until = new Date(hourBeganAt.getTime() + hourMs);
  return until > now ? until : null;
}

/** Whether what has waited is told in one message. */
export const isToldTogether = (kind: DestinationKind, { isHeld }: State): boolean =>
  isHeld && Number.isFinite(perHour[kind]);

/** Whether it failed for so long that everything else failed for the same reason. */
export const wasOut = ({ failures }: State): boolean => failures >= outage;

/** Faults after which nothing more can come of an address. */
const isFinal = (fault: DeliveryFault | null): boolean => fault === "gone" || fault === "bounced";

/** Why the destination is to be switched off after this; null: it is not. */
export function offBecause({ fault, webhook: { failingSince } }: Recorded, now: Date) {
  if (fault === "gone" || fault === "bounced") return fault;
  return failingSince !== null && now.getTime() - failingSince.getTime() >= failingMs ? "failing" : null;
}

/**
 * What is recorded of an attempt that has just ended. `attempts`: those before it. `random`: between 0 and 1; it spreads what
 * failed at the same time. `more`: what still waits is told together, too.
 */
export function recordOf(
  { fault, status, durationMs, response, retryAfterMs }: DeliveryOutcome,
  {
    state,
    attempts,
    now,
    random,
    more,
  }: { state: State; attempts: number; now: Date; random: () => number; more: boolean },
): Recorded {
  const hourCount =
    state.hourBeganAt !== null && now.getTime() - state.hourBeganAt.getTime() < hourMs
      ? { hourBeganAt: state.hourBeganAt, sentInHour: state.sentInHour + 1 }
      : { hourBeganAt: now, sentInHour: 1 };
  const tried = { attemptedAt: now, durationMs, status, fault, response };
  if (fault === null) {
    const well = {
      failures: 0,
      failingSince: null,
      pausedUntil: null,
      slow: durationMs > slowMs,
      isHeld: more,
    };
    return { ...tried, state: "delivered", nextAt: now, webhook: { ...well, ...hourCount } };
  }
  const later = (pauseMs: number) =>
    new Date(
      now.getTime() + Math.max(pauseMs * (1 + random() / 10), Math.min(retryAfterMs ?? 0, longestWaitMs)),
    );
  const isGivenUp = isFinal(fault) || (fault === "unsure" && attempts + 1 >= unsureMost);
  const pauseMs = isGivenUp ? undefined : pausesMs[attempts];
  const failures = state.failures + 1;
  return {
    ...tried,
    state: pauseMs === undefined ? "failed" : "pending",
    nextAt: pauseMs === undefined ? now : later(pauseMs),
    webhook: {
      ...{ hourBeganAt: state.hourBeganAt, sentInHour: state.sentInHour, isHeld: state.isHeld },
      ...{ failures, failingSince: state.failingSince ?? now, slow: true },
      pausedUntil: later(destinationPausesMs[failures - 1] ?? destinationPausesMs.at(-1)!),
    },
  };
}
