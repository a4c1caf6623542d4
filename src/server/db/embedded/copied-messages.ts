import v8 from "node:v8";
import { runInNewContext } from "node:vm";
import type { PGlite } from "@electric-sql/pglite";

/** Bytes sent before their copies are collected. */
const enough = 2 * 1024 * 1024;

/**
 * PGlite copies each message five times on its way in. The copies lie outside the heap, where V8 lets 64 MB pile up.
 * Collecting the young ones every few megabytes takes a millisecond or two, and only large imports send that much.
 */
export function collectCopies(pglite: PGlite): void {
  v8.setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as (options: { type: "minor" }) => void;
  const execute = pglite.execProtocolStream.bind(pglite);
  let sentBytes = 0;
  pglite.execProtocolStream = async (message, options) => {
    const answer = await execute(message, options);
    sentBytes += message.byteLength;
    if (sentBytes < enough) return answer;
    sentBytes = 0;
    collect({ type: "minor" });
    return answer;
  };
}
