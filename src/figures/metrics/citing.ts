import type { TrackedBrands } from "../../reader/brand.ts";
import { hostOf } from "../../reader/citation/citation.ts";
import type { ReadCitation } from "../../reader/reading.ts";

/** Whose page a citation is: the brand's index in `Tally.brands`; undefined for everybody else's. */
export function compileOwners(brands: TrackedBrands): (citation: ReadCitation) => number | undefined {
  const owners = new Map<string, number>();
  for (const [index, { domains }] of brands.rivals.entries()) {
    for (const domain of domains) {
      const host = hostOf(domain.trim())?.replace(/^www\./, "");
      if (host !== undefined && !owners.has(host)) owners.set(host, index + 1);
    }
  }
  const ownerByHost = new Map<string, number | undefined>();
  return ({ url, sourceType, cited }) => {
    if (!cited) return undefined;
    if (sourceType === "owned") return 0;
    if (sourceType !== "competitor") return undefined;
    // A normalised address: "https://host/…".
    const host = url.split("/", 3)[2] ?? "";
    if (!ownerByHost.has(host)) ownerByHost.set(host, rivalOf(host.replace(/:\d+$/, ""), owners));
    return ownerByHost.get(host);
  };
}

/** The most specific of the rivals' domains that equals or contains the host. */
function rivalOf(host: string, owners: ReadonlyMap<string, number>): number | undefined {
  for (let rest = host; rest !== ""; rest = rest.includes(".") ? rest.slice(rest.indexOf(".") + 1) : "") {
    const owner = owners.get(rest);
    if (owner !== undefined) return owner;
  }
  return undefined;
}
