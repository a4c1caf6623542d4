import { isIP, type Socket } from "node:net";
import type { buildConnector as Connect } from "undici";
import { OutsideError } from "../outside.ts";
import { tunnelled } from "../proxy/proxied-connector.ts";
import type { ThroughProxy } from "../proxy/proxy-rules.ts";
import { isPublicAddress } from "./address.ts";
import { buildConnector } from "./http-client.ts";
import type { Resolve } from "./resolve.ts";
import { type Allowlist, hostOf, isOpened, refused, refusedName } from "./target.ts";

const connectTimeoutMs = 5_000;
const addressesTried = 3;

/**
 * Looks up a host and checks every address it has. Throws a Problem URL_NOT_ALLOWED if any of them is not public, unless
 * the operator has opened the address; OutsideError "dns" if it has none.
 */
export async function checkedAddresses(url: URL, allowed: Allowlist, resolve: Resolve): Promise<string[]> {
  const host = hostOf(url);
  const opened = isOpened(url, allowed);
  const addresses = isIP(host) ? [host] : await resolved(host, (name) => resolve(name, { opened }));
  if (!opened && !addresses.every(isPublicAddress)) throw isIP(host) ? refused("address") : refusedName();
  return addresses;
}

async function resolved(host: string, resolve: (name: string) => Promise<string[]>): Promise<string[]> {
  const addresses = await resolve(host).catch((cause) => {
    throw new OutsideError("dns", { cause });
  });
  if (addresses.length === 0) throw new OutsideError("dns");
  return addresses;
}

/** A proxy that connections go through, and which. */
export interface GuardProxy {
  url: URL;
  through: ThroughProxy;
  /** Whether it may be given names that are unknown here. */
  resolves: boolean;
}

/**
 * A connector for undici that connects only to addresses it has checked: the name is looked up once, here, so a name
 * that changes its answer afterwards gains nothing; an IP literal goes through the same check.
 */
export function guardedConnector(
  allowed: Allowlist,
  resolve: Resolve,
  proxy: GuardProxy | null,
): Connect.connector {
  const connect = buildConnector({ timeout: connectTimeoutMs, allowH2: false, maxCachedSessions: 0 });
  return (options, callback) => {
    connectChecked(connect, options, allowed, resolve, proxy).then(
      (socket) => callback(null, socket),
      (error) => callback(error, null),
    );
  };
}

async function connectChecked(
  connect: Connect.connector,
  options: Connect.Options,
  allowed: Allowlist,
  resolve: Resolve,
  proxy: GuardProxy | null,
): Promise<Socket> {
  const url = new URL(`${options.protocol}//${options.host ?? options.hostname}`);
  const via = proxy?.through(url) ? proxy : null;
  const addresses = await checkedAddresses(url, allowed, resolve).catch((error) => {
    if (via?.resolves && error instanceof OutsideError && error.kind === "dns") return [hostOf(url)];
    throw error;
  });
  let failure: unknown;
  for (const address of addresses.slice(0, addressesTried)) {
    try {
      // The proxy gets the checked address: what the name leads to there gains nothing.
      if (via) return await tunnelled(connect, options, { proxy: via.url, host: address });
      const socket = await connected(connect, { ...options, hostname: address });
      // The socket itself has the last word.
      if (isOpened(url, allowed) || isPublicAddress(socket.remoteAddress ?? "")) return socket;
      socket.destroy();
      throw refused("address");
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

const connected = (connect: Connect.connector, options: Connect.Options): Promise<Socket> =>
  new Promise((resolve, reject) => {
    connect(options, (error, socket) => (socket ? resolve(socket) : reject(error)));
  });
