import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A TCP proxy on loopback whose connections can fall silent while they stay open, as in a failover. */
export interface FreezingProxy extends AsyncDisposable {
  /** The given address with the proxy's host and port. */
  url: string;
  /** Connections that are open now. */
  open(): number;
  /** The first `count` of the connections open now pass nothing on any more; all of them unless said otherwise. */
  freeze(count?: number): void;
  /** What comes from here on is accepted and gets no answer. */
  freezeNew(frozen: boolean): void;
  /** Frozen connections pass on what has piled up, and work again. */
  thaw(): void;
}

export async function startFreezingProxy(target: string): Promise<FreezingProxy> {
  const { hostname, port } = new URL(target);
  const pairs = new Set<[Socket, Socket]>();
  let newFrozen = false;

  const server = createServer((inward) => {
    const outward = connect(Number(port || 5432), hostname);
    const pair: [Socket, Socket] = [inward, outward];
    pairs.add(pair);
    const end = () => {
      pairs.delete(pair);
      inward.destroy();
      outward.destroy();
    };
    for (const socket of pair) socket.setNoDelay(true).on("error", end).on("close", end);
    if (!newFrozen) join(pair);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = new URL(target);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    url: url.href,
    open: () => pairs.size,
    freeze(count = pairs.size) {
      for (const pair of [...pairs].slice(0, count)) part(pair);
    },
    freezeNew(frozen) {
      newFrozen = frozen;
    },
    thaw() {
      for (const pair of pairs) join(pair);
    },
    async [Symbol.asyncDispose]() {
      for (const pair of pairs) for (const socket of pair) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

function join([inward, outward]: [Socket, Socket]): void {
  inward.pipe(outward, { end: false });
  outward.pipe(inward, { end: false });
}

function part(pair: [Socket, Socket]): void {
  for (const socket of pair) socket.unpipe().pause();
}
