import type { Exchange } from "../http/exchange.ts";
import { isLoopback } from "../outbound/loopback.ts";
import { Refused, rpc } from "./refusal.ts";

/**
 * Who may connect at all: a page of an allowed origin, or no page, at one of our names. A page that points its own name
 * at this machine (DNS rebinding) sends a different one in `Host`. The gate throws Refused.
 */
export function createGate(config: { baseUrl: string; siteUrl: string; corsOrigins: readonly string[] }) {
  const addresses = [config.siteUrl, config.baseUrl].map((address) => new URL(address));
  const hosts = new Set(addresses.map(({ hostname }) => hostname));
  const origins = new Set([...config.corsOrigins, ...addresses.map(({ origin }) => origin)]);
  // Programs on this computer have pages too; a server on the network trusts fewer.
  const atHome = isLoopback(hostnameOf(config.siteUrl));

  return ({ request, fault }: Exchange): void => {
    if (fault) throw new Refused({ status: fault.status, code: rpc.request, message: fault.message });
    const { host = "", origin } = request.headers;
    const name = hostnameOf(`http://${host}`);
    if (!hosts.has(name) && !isLoopback(name))
      throw refused(
        "The Host header names another server than OVERHEARD_SITE_URL: a proxy must pass on the name it was called by (in nginx, proxy_set_header Host $host).",
      );
    if (origin === undefined || origins.has("*") || origins.has(origin)) return;
    if (atHome && isLoopback(hostnameOf(origin))) return;
    throw refused(
      origin === "null"
        ? "A page without an origin of its own (Origin: null) may not call this server."
        : "Pages of this origin may not call this server: whoever runs it can add the origin to OVERHEARD_CORS_ORIGINS.",
    );
  };
}

const refused = (message: string): Refused => new Refused({ status: 403, code: rpc.server, message });

/** A name with the dot of DNS at its end is the same name. */
const hostnameOf = (address: string): string => (URL.parse(address)?.hostname ?? "").replace(/\.$/, "");
