import type { PGlite } from "@electric-sql/pglite";

/** The embedded store has shut itself down; the code is PostgreSQL's for a crashed server. */
export class BrokenStoreError extends Error {
  override name = "BrokenStoreError";
  code = "57P02";
}

/**
 * Resolves when PGlite has shut itself down: in a panic, such as a full disk in the middle of a write, or by a fault in
 * its WebAssembly. Later queries are rejected here, as PGlite would never answer them.
 */
export function whenBroken(pglite: PGlite): Promise<BrokenStoreError> {
  const { promise, resolve } = Promise.withResolvers<BrokenStoreError>();
  const execute = pglite.execProtocolStream.bind(pglite);
  let broken: BrokenStoreError | null = null;

  const fail = (why: string, cause?: unknown): BrokenStoreError => {
    broken = new BrokenStoreError(why, { cause });
    resolve(broken);
    return broken;
  };

  pglite.execProtocolStream = async (message, options) => {
    if (broken) throw broken;
    const answer = await execute(message, options).catch((error: unknown) => {
      throw pglite.closed ? error : fail("the embedded store has failed", error);
    });
    const last = answer.find(isLast);
    if (!last) return answer;
    const { code } = last as { code?: string };
    throw fail(
      code === "53100" ? "the disk of the embedded store is full" : "the embedded store has failed",
      last,
    );
  };
  return promise;
}

/** An error after which PostgreSQL ends. */
const isLast = (message: object): boolean =>
  "severity" in message && (message.severity === "PANIC" || message.severity === "FATAL");
