import { BlockList, isIP } from "node:net";
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

/** The rules of the settings. This machine, private addresses and what the operator has opened are never behind the proxy. */
export function proxyRules({ except }: Pick<ProxySettings, "except">, opened: Allowlist): ThroughProxy {
  const ranges = new BlockList();
  for (const entry of except) addRange(ranges, entry);
  const names = except.filter((entry) => isIP(entry) === 0 && !entry.includes("/")).map(nameOf);
  return (url) => {
    const host = hostOf(url).toLowerCase().replace(/\.+$/, "");
    if (host === "localhost" || host.endsWith(".localhost") || isOpened(url, opened)) return false;
    const version = isIP(host);
    if (version && (!isPublicAddress(host) || ranges.check(host, `ipv${version as 4 | 6}`))) return false;
    const port = url.port || (url.protocol === "https:" ? "443" : "80");
    return !names.some(
      (name) =>
        name.host === "*" ||
        ((name.port === null || name.port === port) &&
          (host === name.host || host.endsWith(`.${name.host}`))),
    );
  };
}

function addRange(ranges: BlockList, entry: string): void {
  const [address = "", bits] = entry.replace(/[[\]]/g, "").split("/");
  const version = isIP(address);
  if (!version) return;
  const family = `ipv${version as 4 | 6}` as const;
  if (bits === undefined) ranges.addAddress(address, family);
  else ranges.addSubnet(address, Number(bits), family);
}

function nameOf(entry: string): { host: string; port: string | null } {
  const [, host = "", port] = /^(.*?)(?::(\d+))?$/.exec(entry.toLowerCase()) ?? [];
  return { host: host === "*" ? host : host.replace(/^\*?\.+/, ""), port: port ?? null };
}
