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

/**
 * Whether the store could not be reached, told by the code of the error (SQLSTATE class 08 is a lost connection),
 * or by the very words of the driver; never by a text from elsewhere.
 */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  if (typeof code !== "string") return driver.has(error.message);
  return network.has(code) || server.has(code) || /^08...$/.test(code);
}
