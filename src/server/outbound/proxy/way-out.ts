import type { buildConnector as Connect } from "undici";
import { allowlist } from "../guard/target.ts";
import { type ProxySettings, proxyRules } from "./proxy-rules.ts";

/** How servers are reached that the operator chose: assistants, the identity provider, Reddit, the mail server. */
export interface WayOut extends AsyncDisposable {
  /** The proxy's address without its credentials; null: there is none. */
  proxy: string | null;
  fetch: typeof fetch;
  /** For an HTTP client of our own; undefined: it connects by itself. */
  connect: Connect.connector | undefined;
  /** The proxy to this mail server; null: it is reached directly. */
  proxyTo(url: string): string | null;
}

const direct: WayOut = {
  proxy: null,
  fetch: (input, init) => fetch(input, init),
  connect: undefined,
  proxyTo: () => null,
  [Symbol.asyncDispose]: async () => undefined,
};

export async function openWayOut(settings: {
  proxy: ProxySettings | null;
  outboundAllow: readonly string[];
}): Promise<WayOut> {
  if (settings.proxy === null) return direct;
  const proxy = new URL(settings.proxy.url);
  const through = proxyRules(settings.proxy, allowlist(settings.outboundAllow));
  const [{ Agent, buildConnector, fetch }, { proxiedConnector }] = await Promise.all([
    import("undici"),
    import("./proxied-connector.ts"),
  ]);
  const connect = proxiedConnector(buildConnector({}), proxy, through);
  const agent = new Agent({ connect });
  return {
    proxy: proxy.origin,
    connect,
    async fetch(input, init = {}) {
      // A Request of Node's own is none of the package's.
      const options = input instanceof Request ? { ...piecesOf(input), ...init } : init;
      const url = input instanceof Request ? input.url : `${input}`;
      const response: unknown = await fetch(url, { ...options, dispatcher: agent } as object);
      return response as Response;
    },
    proxyTo: (url) => (through(new URL(url)) ? proxy.href : null),
    [Symbol.asyncDispose]: () => agent.destroy(),
  };
}

const piecesOf = ({ method, headers, body, signal }: Request): RequestInit => ({
  ...{ method, headers, signal },
  ...(body ? { body, duplex: "half" } : {}),
});
