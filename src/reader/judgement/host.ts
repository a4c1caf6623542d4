import { parse } from "tldts";
import { foldedKey } from "../text/fold.ts";

/** A host name around a match: the brand's own name as a domain, or somebody else's domain. */
export type Host = "own" | "other";

/** The last run of letters, digits, dots and hyphens that was examined as a host name. */
export interface LastHost {
  start: number;
  end: number;
  registered: { domain: string; withoutSuffix: string } | null;
}

/** Nothing examined yet. */
export const noHost = (): LastHost => ({ start: 0, end: 0, registered: null });

/** The limit of the DNS. */
const longestHost = 253;

/**
 * The host name that a match is part of: "own" for `acme.com` and `shop.acme.co.uk` if the name is Acme, "other" for
 * `acme.example.org` and `acme-reviews.com`, null if it is in no host name.
 */
export function hostAround(
  text: string,
  start: number,
  end: number,
  key: string,
  last: LastHost,
): Host | null {
  if (!isJoint(text, start - 1, start - 2) && !isJoint(text, end, end + 1)) return null;
  if (start < last.start || end > last.end) look(text, start, end, last);
  if (!last.registered) return null;
  const { domain, withoutSuffix } = last.registered;
  return foldedKey(withoutSuffix) === key || foldedKey(domain) === key ? "own" : "other";
}

function look(text: string, start: number, end: number, last: LastHost): void {
  let from = start;
  while (from > 0 && start - from < longestHost && isHostUnit(text.charCodeAt(from - 1))) from--;
  let to = end;
  while (to < text.length && to - from <= longestHost && isHostUnit(text.charCodeAt(to))) to++;
  last.start = from;
  last.end = to;
  last.registered = to - from > longestHost ? null : registeredDomain(text.slice(from, to));
}

function registeredDomain(text: string): LastHost["registered"] {
  const host = text.replace(/^[.-]+|[.-]+$/g, "");
  const suffix = /\.([A-Za-z]{2,})$/.exec(host)?.[1] ?? "";
  // "compartment.Acme" is two sentences run together; "Acme.com" is a host.
  if (suffix === "" || (suffix !== suffix.toLowerCase() && host !== host.toUpperCase())) return null;
  const { domain, domainWithoutSuffix, isIcann } = parse(host.toLowerCase());
  return isIcann && domain && domainWithoutSuffix ? { domain, withoutSuffix: domainWithoutSuffix } : null;
}

// A dot or hyphen with a letter or digit on its other side.
function isJoint(text: string, at: number, beyond: number): boolean {
  const unit = at < 0 ? 0 : text.charCodeAt(at);
  return (
    (unit === 46 || unit === 45) && beyond >= 0 && beyond < text.length && isHostUnit(text.charCodeAt(beyond))
  );
}

function isHostUnit(unit: number): boolean {
  return (
    (unit >= 97 && unit <= 122) ||
    (unit >= 65 && unit <= 90) ||
    (unit >= 48 && unit <= 57) ||
    unit === 45 ||
    unit === 46
  );
}
