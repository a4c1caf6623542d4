import type { PGlite } from "@electric-sql/pglite";

/** The embedded store has ended itself; the code is PostgreSQL's for a server that crashed. */
export class BrokenStoreError extends Error {
  override name = "BrokenStoreError";
  code = "57P02";
}

/**
 * Resolves when PGlite has ended itself: in a panic, as over a full disk in the middle of a write, or by a fault of its
 * WebAssembly. Whatever is asked of it from then on is refused here, as it would never come back with an answer.
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
    const last = answer.at(-1);
    if (last?.name !== "error") return answer;
    const { severity, code } = last as { severity?: string; code?: string };
    if (severity !== "PANIC" && severity !== "FATAL") return answer;
    throw fail(
      code === "53100" ? "the disk of the embedded store is full" : "the embedded store has failed",
      last,
    );
  };
  return promise;
}
