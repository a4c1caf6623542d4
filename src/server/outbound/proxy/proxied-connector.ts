import type { Socket } from "node:net";
import type { buildConnector as Connect } from "undici";
import { hostOf } from "../guard/target.ts";
import type { ThroughProxy } from "./proxy-rules.ts";
import { tunnel } from "./tunnel.ts";

/** Connects through the proxy where the rules say so: for servers that the operator chose, by their names. */
export function proxiedConnector(
  connect: Connect.connector,
  proxy: URL,
  through: ThroughProxy,
): Connect.connector {
  return (options, callback) => {
    const url = new URL(`${options.protocol}//${options.host ?? options.hostname}`);
    if (!through(url)) return connect(options, callback);
    tunnelled(connect, options, { proxy, host: hostOf(url) }).then(
      (socket) => callback(null, socket),
      (error) => callback(error, null),
    );
  };
}

/** A connection through the proxy to this host; with TLS, if the address has it, to the name that was asked for. */
export async function tunnelled(
  connect: Connect.connector,
  options: Connect.Options,
  { proxy, host }: { proxy: URL; host: string },
): Promise<Socket> {
  const encrypted = options.protocol === "https:";
  const socket = await tunnel(proxy, host, Number(options.port) || (encrypted ? 443 : 80));
  if (!encrypted) return socket;
  return new Promise((resolve, reject) =>
    connect({ ...options, httpSocket: socket }, (error, secure) =>
      secure ? resolve(secure) : reject(error),
    ),
  );
}
