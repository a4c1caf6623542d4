import v8 from "node:v8";
import { runInNewContext } from "node:vm";
import type { PGlite } from "@electric-sql/pglite";

/** Bytes sent after which what was copied of them is collected. */
const enough = 2 * 1024 * 1024;

/**
 * PGlite copies a message five times on its way in. The copies lie outside of the heap, where V8 lets 64 MB of them wait;
 * collecting the young ones after every few megabytes takes a millisecond or two, and only large imports send so much.
 */
export function collectCopies(pglite: PGlite): void {
  v8.setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as (options: { type: "minor" }) => void;
  const execute = pglite.execProtocolStream.bind(pglite);
  let sent = 0;
  pglite.execProtocolStream = async (message, options) => {
    const answer = await execute(message, options);
    sent += message.byteLength;
    if (sent < enough) return answer;
    sent = 0;
    collect({ type: "minor" });
    return answer;
  };
}
