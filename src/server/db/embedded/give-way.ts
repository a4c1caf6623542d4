import type { PGlite } from "@electric-sql/pglite";

const sliceMs = 8;

/**
 * PGlite answers on this thread without yielding to the event loop: a job that runs statement after statement would hold
 * up every request until its last one. This lets the others in every few milliseconds.
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
