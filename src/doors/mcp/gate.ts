import type { Exchange } from "../exchange.ts";
import { Refused, rpc } from "./refusal.ts";

const loopback = ["localhost", "127.0.0.1", "[::1]"];

const isLoopback = (address: string): boolean => loopback.includes(URL.parse(address)?.hostname ?? "");

/**
 * Who may knock at all: a page of an origin that is allowed, or no page, at a name of ours. A page that made its own
 * name point at this machine (DNS rebinding) shows another one in `Host`. The gate throws Refused.
 */
export function createGate(config: { baseUrl: string; siteUrl: string; corsOrigins: readonly string[] }) {
  const addresses = [config.siteUrl, config.baseUrl].map((address) => new URL(address));
  const hosts = new Set([...loopback, ...addresses.map(({ hostname }) => hostname)]);
  const origins = new Set([...config.corsOrigins, ...addresses.map(({ origin }) => origin)]);
  // Programs on this computer have pages too; who asks a server on the network is another matter.
  const atHome = isLoopback(config.siteUrl);

  return ({ request, fault }: Exchange): void => {
    if (fault) throw new Refused({ status: fault.status, code: rpc.request, message: fault.message });
    const { host = "", origin } = request.headers;
    if (!hosts.has(hostnameOf(host))) throw refused("The Host header names another server.");
    if (origin === undefined || origins.has("*") || origins.has(origin)) return;
    if (atHome && isLoopback(origin)) return;
    throw refused("Pages of this origin may not call this server.");
  };
}

const refused = (message: string): Refused => new Refused({ status: 403, code: rpc.server, message });

const hostnameOf = (host: string): string => URL.parse(`http://${host}`)?.hostname ?? "";
