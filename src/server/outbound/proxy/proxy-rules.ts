import { BlockList, isIP, isIPv6 } from "node:net";
import { domainToASCII } from "node:url";
import { isPublicAddress } from "../guard/address.ts";
import { type Allowlist, hostOf, isOpened } from "../guard/target.ts";

export interface ProxySettings {
  /** `http://` or `https://`, with user and password if it asks for them. */
  url: string;
  /** `NO_PROXY`: hosts and what is below them, `host:port`, addresses and ranges such as 10.0.0.0/8; `*`: everything. */
  except: readonly string[];
  /** Whether it resolves names that are unknown here, and itself refuses addresses of the inside. */
  resolves: boolean;
}

/** Whether a connection to this address goes through the proxy. */
export type ThroughProxy = (url: URL) => boolean;

type Exception =
  | { of: "all" }
  | { of: "range"; address: string; bits: number; version: 4 | 6 }
  | { of: "host"; host: string; port: string | null };

/** What an entry of `NO_PROXY` excepts; null: it is written as none of these. */
export function exceptionIn(entry: string): Exception | null {
  if (entry === "*") return { of: "all" };
  const [, six, four, bits] = /^(?:\[([^[\]]+)\]|([^[\]/]+))(?:\/(\d{1,3}))?$/.exec(entry) ?? [];
  const address = six ?? four ?? "";
  const version = isIP(address) as 0 | 4 | 6;
  const most = version === 4 ? 32 : 128;
  if (version !== 0) {
    const isRange = Number(bits ?? most) <= most;
    return isRange ? { of: "range", address, bits: Number(bits ?? most), version } : null;
  }
  // People copy addresses there, with their scheme and path.
  return hostIn(/^[a-z]+:\/\/([^/]+)/i.exec(entry)?.[1] ?? entry);
}

/** A host with what is below it, or one port of it. */
function hostIn(entry: string): Exception | null {
  const [, name = "", port = null] = /^(.+?)(?::(\d{1,5}))?$/.exec(entry) ?? [];
  if (port !== null && !(Number(port) > 0 && Number(port) < 65_536)) return null;
  const [, address] = /^\[([^[\]]+)\]$/.exec(name) ?? [];
  if (address !== undefined)
    return isIPv6(address) ? { of: "host", host: hostOf(new URL(`http://${name}`)), port } : null;
  const plain = name.replace(/^\*?\./, "").replace(/\.$/, "");
  // The URL parser makes an address of any number, and ends a name where a path begins.
  if (
    !/^[^\s./?#@\\*<>]+(\.[^\s./?#@\\*<>]+)*$/.test(plain) ||
    (isIP(plain) === 0 && /(^|\.)\d+$/.test(plain))
  )
    return null;
  const host = domainToASCII(plain);
  return host === "" ? null : { of: "host", host, port };
}

/** The rules of the settings. This machine, private addresses and what the operator has opened are never behind the proxy. */
export function proxyRules({ except }: Pick<ProxySettings, "except">, opened: Allowlist): ThroughProxy {
  const exceptions = except.flatMap((entry) => exceptionIn(entry) ?? []);
  const ranges = new BlockList();
  for (const each of exceptions)
    if (each.of === "range") ranges.addSubnet(each.address, each.bits, `ipv${each.version}`);
  const isAll = exceptions.some((each) => each.of === "all");
  const hosts = exceptions.filter((each) => each.of === "host");
  return (url) => {
    const host = hostOf(url).toLowerCase().replace(/\.+$/, "");
    if (isAll || host === "localhost" || host.endsWith(".localhost") || isOpened(url, opened)) return false;
    const version = isIP(host);
    if (version && (!isPublicAddress(host) || ranges.check(host, `ipv${version as 4 | 6}`))) return false;
    const port = url.port || (url.protocol === "https:" ? "443" : "80");
    return !hosts.some(
      (each) =>
        (each.port === null || each.port === port) && (host === each.host || host.endsWith(`.${each.host}`)),
    );
  };
}
