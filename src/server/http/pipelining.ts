import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** Clients read an answer before they send the next request, but for a few. */
export const pipelinedMax = 32;

/**
 * Counts the requests of each connection that wait for their answers, and ends one that has too many: node reads on however
 * many wait, and keeps them all. Says whether this request is to be answered.
 */
export function createPipelineBound(): (request: IncomingMessage, response: ServerResponse) => boolean {
  const counts = new WeakMap<Socket, number>();
  return ({ socket }, response) => {
    // What came in one piece with the request too many is still handed over.
    if (socket.destroyed) return false;
    const count = (counts.get(socket) ?? 0) + 1;
    if (count > pipelinedMax) {
      socket.destroy();
      return false;
    }
    counts.set(socket, count);
    response.once("close", () => counts.set(socket, counts.get(socket)! - 1));
    return true;
  };
}
