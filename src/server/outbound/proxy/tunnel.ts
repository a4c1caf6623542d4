import { once } from "node:events";
import { request as overHttp } from "node:http";
import { request as overHttps } from "node:https";
import type { Socket } from "node:net";

const connectMs = 5_000;

/** Why the proxy gave no connection. Its own words are not kept. */
export class ProxyFault extends Error {
  override name = "ProxyFault";
  /** What it answered; null if it did not answer. */
  readonly status: number | null;

  constructor(status: number | null, options: { cause?: unknown } = {}) {
    super(status === null ? withoutAnswer(options.cause) : withStatus(status), options);
    this.status = status;
  }
}

const withStatus = (status: number): string =>
  status === 407 ? "the proxy refuses its credentials" : `the proxy refuses the connection (${status})`;

function withoutAnswer(cause: unknown): string {
  const { code = "", name } = (cause ?? {}) as { code?: string; name?: string };
  if (name === "TimeoutError" || name === "AbortError") return "the proxy does not answer in time";
  if (code === "ENOTFOUND") return "the proxy's name is unknown here";
  if (code === "ECONNREFUSED") return "nothing listens at the proxy's address";
  if (code === "ECONNRESET") return "the proxy ends the connection";
  if (code.startsWith("HPE_")) return "what listens at the proxy's address is no HTTP proxy";
  if (/^(EPROTO|ERR_SSL|ERR_TLS|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/.test(code))
    return `TLS with the proxy fails (${code})`;
  return "the proxy cannot be reached";
}

/** Opens a connection through the proxy by CONNECT. Its credentials go to it alone. Rejects with ProxyFault. */
export async function tunnel(proxy: URL, host: string, port: number): Promise<Socket> {
  const target = `${host.includes(":") ? `[${host}]` : host}:${port}`;
  const credentials = `${decodeURIComponent(proxy.username)}:${decodeURIComponent(proxy.password)}`;
  const authorization = `Basic ${Buffer.from(credentials).toString("base64")}`;
  const begin = proxy.protocol === "https:" ? overHttps : overHttp;
  const request = begin({
    host: proxy.hostname.replace(/^\[|\]$/g, ""),
    port: proxy.port || (proxy.protocol === "https:" ? 443 : 80),
    method: "CONNECT",
    path: target,
    headers: { host: target, ...(credentials === ":" ? {} : { "proxy-authorization": authorization }) },
    agent: false,
  });
  request.end();
  try {
    const [{ statusCode = 0 }, socket, early] = (await once(request, "connect", {
      signal: AbortSignal.timeout(connectMs),
    })) as [{ statusCode?: number }, Socket, Buffer];
    // Source: RFC 9110 §9.3.6.
    if (statusCode < 200 || statusCode > 299) {
      socket.destroy();
      throw new ProxyFault(statusCode);
    }
    if (early.length > 0) socket.unshift(early);
    return socket;
  } catch (error) {
    if (error instanceof ProxyFault) throw error;
    request.on("error", () => undefined).destroy();
    throw new ProxyFault(null, { cause: error });
  }
}
