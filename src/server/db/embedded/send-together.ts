import type { PGlite } from "@electric-sql/pglite";

/** Parse, Bind, Describe and Execute: what they bring comes once Sync follows. */
const waits = new Set(Buffer.from("PBDE"));

/**
 * The driver hands PGlite each message of a statement by itself, and to each belongs all that is done around a message. Here they come
 * together, as over a network.
 */
export function sendTogether(pglite: PGlite): void {
  const execute = pglite.execProtocolStream.bind(pglite);
  let waiting: Uint8Array[] = [];
  pglite.execProtocolStream = async (message, options) => {
    waiting.push(message);
    if (waits.has(message[0]!)) return [];
    const messages = waiting;
    waiting = [];
    return execute(Buffer.concat(messages), options);
  };
}
