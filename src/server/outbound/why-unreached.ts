import { ProxyFault } from "./proxy/tunnel.ts";

/**
 * Why no server answered, as the end of a sentence, by the codes of the system and of TLS, or what we know of the proxy; never in
 * words from elsewhere. Null: that is not known.
 */
export function whyUnreached(error: unknown): string | null {
  for (let at = error; at instanceof Error; at = at.cause) {
    if (at instanceof ProxyFault) return at.message;
    // Node's own words, from the list of ports in the Fetch standard.
    if (at.message === "bad port") return "its port is kept for another protocol, and HTTP never uses it";
    if (at.name === "HTTPParserError") return "what answers there does not speak HTTP/1.1";
    const { code = "" } = at as { code?: string };
    const reason = reasons.find(([codes]) => codes.test(code))?.[1];
    if (reason) return reason;
  }
  return null;
}

const reasons: readonly (readonly [codes: RegExp, why: string])[] = [
  [/^ENOTFOUND$/, "its name is unknown here"],
  [/^EAI_AGAIN$/, "names cannot be looked up at the moment"],
  [/^ECONNREFUSED$/, "nothing listens there"],
  [/^(EHOSTUNREACH|ENETUNREACH)$/, "this machine has no way there"],
  [/^(ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/, "it takes no connection in time"],
  [/^(ECONNRESET|UND_ERR_SOCKET)$/, "it, or what is before it, ends the connection"],
  [/^CERT_HAS_EXPIRED$/, "its certificate has expired"],
  [/^CERT_NOT_YET_VALID$/, "its certificate is not valid yet: this machine's clock may be wrong"],
  [/^ERR_TLS_CERT_ALTNAME_INVALID$/, "its certificate is for another name"],
  [
    /^(DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/,
    "its certificate is from an authority unknown here, which NODE_EXTRA_CA_CERTS can name",
  ],
  [/^(EPROTO|ERR_SSL|ERR_TLS)/, "TLS with it fails"],
];
