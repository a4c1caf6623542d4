import { clockFault } from "../../db/clock.ts";
import { type Finding, failed, ok, warning } from "./finding.ts";

/** What was read from the open store, by the server that holds it or here. */
export interface StoreFacts {
  kind: "embedded" | "server";
  /** As PostgreSQL names it, e.g. `17.4`. */
  version: string;
  /** Names of the migrations that it lacks. */
  pending: string[];
  /** It lacks all of them: nothing was ever stored. */
  empty: boolean;
  /** The store's clock and ours at the same moment, in milliseconds since 1970. */
  clock: { storeMs: number; ourMs: number };
  /** Where the system under PostgreSQL sorts text by other rules than those that its indexes were made by. */
  collation: { database: string; made: string; now: string } | null;
  /** Whether it takes writes at all: replicas do not. */
  writable: boolean;
  /** Whether there is room to write. */
  room: boolean;
  /** Whether the configured secret is the one that it was used with; null if that cannot be told yet. */
  secretFits: boolean | null;
  /** Null before a server's first start. */
  queue: QueueFacts | null;
  spend: { spentUsd: number; reservedUsd: number };
  /** Organizations that have used four fifths of their own bound for the month. */
  nearBounds: { id: string; limitUsd: number; usedUsd: number }[];
}

export interface QueueFacts {
  due: number;
  oldestSeconds: number;
  /** Jobs that were given up. */
  failed: number;
  /** Projects whose scheduled run is more than a quarter of an hour late. */
  overdueSchedules: number;
}

/** Most that the store's clock may be off: PostgreSQL and we must agree on a token's age. */
const clockWarnsMs = 2_000;
const clockFailsMs = 30_000;
const queueWarnsSeconds = 120;

/** Judges the store, its clock, its room, its queue and the month's spending. */
export function findingsOfStore(
  facts: StoreFacts,
  { monthlySpendUsd }: { monthlySpendUsd: number },
): Finding[] {
  return [
    versionOf(facts),
    migrationsOf(facts),
    ...(facts.collation ? [sortedOtherwise(facts.collation)] : []),
    ...(facts.writable ? [] : [readOnly]),
    facts.room
      ? ok("disk", "There is room to write.")
      : failed("disk", "The disk is full: writes are refused.", "Free at least 32 MB."),
    ...secretOf(facts),
    clockOf(facts),
    ...(facts.queue ? queueOf(facts.queue) : [ok("queue", "No server has used this store yet.")]),
    spendOf(facts, monthlySpendUsd),
    ...facts.nearBounds.map(boundOf),
  ];
}

function boundOf({ id, limitUsd, usedUsd }: StoreFacts["nearBounds"][number]): Finding {
  return warning(
    "engines",
    `Organization ${id} has used ${usedUsd.toFixed(2)} of its ${limitUsd.toFixed(2)} USD for this month.`,
    "Its admins can raise `monthlySpendUsd` with PATCH /v1/organization.",
  );
}

const readOnly = failed(
  "store",
  "The database may only be read, as replicas are: nothing can be stored.",
  "Use the address of the primary. docs/operating.md, “When PostgreSQL is read-only”, says more.",
);

const sortedOtherwise = ({
  database,
  made: recordedVersion,
  now: actualVersion,
}: NonNullable<StoreFacts["collation"]>): Finding =>
  warning(
    "store",
    `The system under PostgreSQL sorts text by version ${actualVersion} of its rules, and the database was made by ${recordedVersion}, as after another image or an upgrade: it may miss rows.`,
    `While no server runs, as the owner of the database: reindex database "${database}"; then: alter database "${database}" refresh collation version;`,
  );

function versionOf({ kind, version }: StoreFacts): Finding {
  const name = kind === "embedded" ? "the embedded PostgreSQL" : "PostgreSQL";
  return ok("versions", `The store is ${name} ${version}.`);
}

function migrationsOf({ kind, pending, empty }: StoreFacts): Finding {
  const where = kind === "embedded" ? "The embedded store" : "The database";
  if (pending.length === 0) return ok("store", `${where} can be read and is up to date.`);
  if (empty) return ok("store", `${where} is empty; the first start creates its tables.`);
  return warning(
    "store",
    `${where} lacks ${pending.length === 1 ? "a migration" : `${pending.length} migrations`}: ${pending.join(", ")}.`,
    "Make a backup, then run `npm run -s overheard -- migrate` or start the server.",
  );
}

function secretOf({ secretFits }: StoreFacts): Finding[] {
  if (secretFits === null) return [];
  if (secretFits) return [ok("store", "It is used with this secret.")];
  return [
    failed(
      "store",
      "It was used with another secret: a server with this one does not start.",
      "Set OVERHEARD_SECRET to that one; if it is lost or has leaked, see `secret adopt`.",
    ),
  ];
}

function clockOf({ kind, clock }: StoreFacts): Finding {
  const fault = clockFault(clock.ourMs);
  if (fault) return failed("clock", fault.says, fault.remedy);
  const apart = Math.abs(clock.storeMs - clock.ourMs);
  const says = `This machine's clock and the database's are ${(apart / 1000).toFixed(1)} seconds apart.`;
  if (kind === "embedded" || apart < clockWarnsMs)
    return ok("clock", kind === "embedded" ? "The store is on this machine and uses its clock." : says);
  const remedy = "Synchronise both machines with NTP (timedatectl, chronyc tracking).";
  return (apart < clockFailsMs ? warning : failed)("clock", says, remedy);
}

function queueOf({ due, oldestSeconds, failed: givenUp, overdueSchedules }: QueueFacts): Finding[] {
  const findings: Finding[] = [];
  const waits = Math.round(oldestSeconds);
  if (due > 0 && waits > queueWarnsSeconds) {
    findings.push(
      warning(
        "queue",
        `Jobs waiting: ${due}, the oldest for ${waits} seconds.`,
        "Check that a `worker`, or a server without OVERHEARD_WORKER=off, is running; if one is, its log says what fails.",
      ),
    );
  } else
    findings.push(ok("queue", due === 0 ? "No jobs are waiting." : `Jobs waiting: ${due}, none for long.`));
  if (givenUp > 0)
    findings.push(
      warning("queue", `Jobs given up in the last week: ${givenUp}.`, "Look for errors in the log."),
    );
  if (overdueSchedules > 0)
    findings.push(
      warning(
        "queue",
        `Projects more than 15 minutes late with their scheduled run: ${overdueSchedules}.`,
        "Check that a worker is running and that its clock is right.",
      ),
    );
  return findings;
}

function spendOf({ spend }: StoreFacts, limitUsd: number): Finding {
  const used = spend.spentUsd + spend.reservedUsd;
  const says = `${used.toFixed(2)} of this month's ${limitUsd} USD are used.`;
  if (used < 0.8 * limitUsd) return ok("engines", says);
  const remedy = "Raise OVERHEARD_MONTHLY_SPEND_USD, or wait for the first of the month (UTC).";
  return (used < limitUsd ? warning : failed)("engines", says, remedy);
}
