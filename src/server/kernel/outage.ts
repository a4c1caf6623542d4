import type { Log } from "./log.ts";
import { Problem } from "./problem.ts";

/** System errors of a connection that was refused, lost or never made. */
const network = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
]);

/** System errors of a process, or a machine, that may open no more files and connections. */
const noMoreFiles = new Set(["EMFILE", "ENFILE"]);

/** System errors of a full disk, ours or the store's. */
const fullDisk = new Set(["ENOSPC", "EDQUOT", "53100"]);

/**
 * SQLSTATEs of a server that is unavailable to us: shutting down, starting, without our database, out of connections, memory or locks, a primary
 * no more, or so busy that a statement or a lock took too long, or that a transaction collided with others every time it was tried.
 */
const server = new Set([
  "57P01",
  "57P02",
  "57P03",
  "3D000",
  "53200",
  "53300",
  "25006",
  "57014",
  "55P03",
  "40001",
  "40P01",
]);

/** Messages of our own driver that have no code: a connection that broke, and a pool that had none to give in time. */
const driver = new Set([
  "Connection terminated",
  "Connection terminated unexpectedly",
  "Connection terminated due to connection timeout",
  "Client has encountered a connection error and is not queryable",
  "timeout exceeded when trying to connect",
  "timeout expired",
]);

/** Seconds after which to try again after an outage; it takes longer to make room on a disk. */
const retryAfterSeconds = { away: 2, full: 15 };

/**
 * Whether the store could not be reached or is out of room, judging by the error's code (SQLSTATE class 08 is a lost
 * connection) or the driver's exact message; never by text from elsewhere.
 */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  if (typeof code !== "string") return driver.has(error.message);
  return (
    network.has(code) ||
    noMoreFiles.has(code) ||
    server.has(code) ||
    fullDisk.has(code) ||
    /^08...$/.test(code)
  );
}

const gone = /^(57P0[123]|3D000|08...)$/;
/** The one that a busy pool gives too. */
const busyPool = "timeout exceeded when trying to connect";

/** Whether there was no connection to the store. */
function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  if (typeof code !== "string") return driver.has(error.message) && error.message !== busyPool;
  return network.has(code) || gone.test(code);
}

/**
 * Logs work that failed, with its stack: at debug while the store is away, which the store says once itself, as all work
 * then fails until it is back.
 */
export function logFailure(
  log: Log,
  { level = "error", ...fields }: { err: unknown; level?: "error" | "warn"; [name: string]: unknown },
  message: string,
): void {
  log[isAway(fields.err) ? "debug" : level](fields, message);
}

/** What only spares later work may fail with the store: passes on what is no outage. */
export function unlessOutage(error: unknown): void {
  if (!isOutage(error)) throw error;
}

/** Whether a disk is full, judging by the error's code. */
export function isFullDisk(error: unknown): boolean {
  return error instanceof Error && fullDisk.has((error as { code?: string }).code ?? "");
}

/** The problem that tells a caller about an outage; null for any other error. */
export function outageProblem(error: unknown): Problem | null {
  if (!isOutage(error)) return null;
  const retry = isFullDisk(error) ? retryAfterSeconds.full : retryAfterSeconds.away;
  return new Problem("SERVICE_UNAVAILABLE", { retryAfterSeconds: retry, cause: error });
}
