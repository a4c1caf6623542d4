import type { PGlite } from "@electric-sql/pglite";

const sliceMs = 8;

/**
 * PGlite answers on this thread, without a turn of the event loop: a job that makes statement after statement would keep
 * every request waiting until its last one. Every few milliseconds the others have their turn.
 */
export function giveWay(pglite: PGlite): void {
  const execute = pglite.execProtocolStream.bind(pglite);
  let sliceEnds = 0;
  pglite.execProtocolStream = async (message, options) => {
    if (performance.now() >= sliceEnds) {
      await new Promise((resolve) => setImmediate(resolve));
      sliceEnds = performance.now() + sliceMs;
    }
    return execute(message, options);
  };
}
