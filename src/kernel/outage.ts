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

/** System errors of a disk without room, ours or the store's. */
const fullDisk = new Set(["ENOSPC", "EDQUOT", "53100"]);

/**
 * SQLSTATE of a server that is not there for us: shutting down, starting, out of connections, or so busy that a
 * statement or a lock took longer than it may, or that a transaction collided with others each time it was tried.
 */
const server = new Set(["57P01", "57P02", "57P03", "53300", "57014", "55P03", "40001", "40P01"]);

/** What our own driver says without a code: a connection that broke, and a pool that had none to give in time. */
const driver = new Set([
  "Connection terminated",
  "Connection terminated unexpectedly",
  "Connection terminated due to connection timeout",
  "Client has encountered a connection error and is not queryable",
  "timeout exceeded when trying to connect",
  "timeout expired",
]);

/** Seconds after which to try again after an outage; room on a disk takes longer to make. */
const retryAfterSeconds = { away: 2, full: 15 };

/**
 * Whether the store could not be reached or has no room left, told by the code of the error (SQLSTATE class 08 is a lost connection),
 * or by the very words of the driver; never by a text from elsewhere.
 */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  if (typeof code !== "string") return driver.has(error.message);
  return network.has(code) || server.has(code) || fullDisk.has(code) || /^08...$/.test(code);
}

/** Whether a disk has no room left, told by the code of the error. */
export function isFullDisk(error: unknown): boolean {
  return error instanceof Error && fullDisk.has((error as { code?: string }).code ?? "");
}

/** How an outage is told to a caller; null for any other error. */
export function outageProblem(error: unknown): Problem | null {
  if (!isOutage(error)) return null;
  const retry = isFullDisk(error) ? retryAfterSeconds.full : retryAfterSeconds.away;
  return new Problem("SERVICE_UNAVAILABLE", { retryAfterSeconds: retry, cause: error });
}
