/** The address of a PostgreSQL server as it is used, or the one thing that is wrong with it. */
export type DatabaseAddress = { url: string; ignored: string[] } | { fault: string };

/** How the connection is encrypted, by the names of libpq; what libpq calls `allow` the driver does not have. */
const modes = ["disable", "prefer", "require", "verify-ca", "verify-full", "no-verify"];

/** What may stand behind the question mark; the driver would let anything else there change its own settings, or ignores it. */
const read: ReadonlySet<string> = new Set([
  ...["host", "port", "user", "password", "options"],
  ...["sslmode", "sslcert", "sslkey", "sslrootcert", "sslnegotiation", "uselibpqcompat"],
]);

/** The driver checks certificates in all of these modes, and has a warning for those in which libpq does not. */
const strict = (mode: string): string =>
  ["prefer", "require", "verify-ca"].includes(mode) ? "verify-full" : mode;

/** `ssl=…`, as other drivers spell it. */
const modeOf: Readonly<Record<string, string>> = {
  ...{ true: "verify-full", "1": "verify-full", "no-verify": "no-verify" },
  ...{ false: "disable", "0": "disable" },
};

/**
 * Judges an address of PostgreSQL, and leaves out of it what nothing here reads. `ignored`: the names of that. Password and
 * host are in no fault.
 */
export function databaseAddress(address: string): DatabaseAddress {
  const text = address.replace(/^postgres(?:ql)?:\/\//i, (scheme) => scheme.toLowerCase());
  if (!/^postgres(ql)?:\/\//.test(text))
    return {
      fault: /postgres/i.test(text)
        ? "must begin with postgres:// or postgresql://, without a command or the name of a driver before it."
        : "must be the address of a PostgreSQL server, such as postgres://user@host/name: no other database is taken. Without it, the store is in the data directory.",
    };
  const mark = text.indexOf("?");
  const place = mark === -1 ? text : text.slice(0, mark);
  const fault = placeFault(place);
  if (fault) return { fault };
  const { params, ignored, wrong } = sorted(mark === -1 ? "" : text.slice(mark + 1));
  if (wrong) return { fault: wrong };
  return { url: params === "" ? place : `${place}?${params}`, ignored };
}

/** What the part before the question mark says that no address can; other faults are left to whoever reads it. */
function placeFault(place: string): string | null {
  const hosts = /^\w+:\/\/(?:[^/]*@)?([^/]*)/.exec(place)?.[1] ?? "";
  if (hosts.includes(",")) return "names several hosts: name one, or an address that leads to the right one.";
  const isRead = !place
    .slice(place.indexOf("://") + 3)
    .replace(/^[^/]*@/, "")
    .includes("@");
  if (isRead && !hosts.startsWith("[") && /:.*:/.test(hosts))
    return "has two ports behind its host, or an IPv6 address without brackets around it, as in postgres://user@[::1]:5432/name.";
  if (isRead && /^\w+:\/\/[^/]*\/[^/]*\/./.test(place))
    return `has a folder where the name of the database belongs; ${ofSocket}`;
  const [, port] = /:([^:\]]*)$/.exec(hosts) ?? [];
  if (port && !(/^\d+$/.test(port) && Number(port) > 0 && Number(port) < 65_536))
    return isRead
      ? "has no port from 1 to 65535 behind its host."
      : `breaks off in its password: ${encoding}`;
  return null;
}

function sorted(query: string): { params: string; ignored: string[]; wrong: string | null } {
  const parts = query.split("&").filter(Boolean);
  const pairs: [name: string, value: string][] = [];
  const ignored: string[] = [];
  for (const pair of parts) {
    const [name = "", ...rest] = pair.split("=");
    const value = rest.join("=");
    const mode = modeOf[value.toLowerCase()];
    if (name === "ssl" && mode) pairs.push(["sslmode", mode]);
    else if (name === "sslrootcert" && value === "system") pairs.push(["sslmode", "verify-full"]);
    else if (read.has(name)) pairs.push([name, value]);
    // A question mark in a password that is not encoded makes a parameter of what follows it.
    else if (!/^\w{1,40}$/.test(name) || value.includes("@"))
      return { params: "", ignored: [], wrong: unread };
    else if (socketFolder.test(name))
      return { params: "", ignored: [], wrong: `has the parameter ${name}; ${ofSocket}` };
    else ignored.push(name);
  }
  const compatible = pairs.some(([name, value]) => name === "uselibpqcompat" && value === "true");
  const params = pairs
    .map(([name, value]) => `${name}=${name === "sslmode" && !compatible ? strict(value) : value}`)
    .join("&");
  return { params, ignored, wrong: ignored.includes("ssl") ? wrongMode : parameterFault(pairs) };
}

/** What other programs call the folder of a socket. */
const socketFolder = /^(unix_?)?sock(et)?(_?(dir|path|folder))?$/i;
const ofSocket =
  "name a socket's folder behind the question mark, as in postgres://user@/name?host=/run/postgresql.";
const encoding = "write / ? # @ and % in its password as %2F %3F %23 %40 %25.";
const unread = `cannot be read as an address; ${encoding}`;

const wrongMode =
  "must have as sslmode verify-full (the server's certificate is checked), no-verify (it is not) or disable (no TLS).";

function parameterFault(pairs: readonly (readonly [string, string])[]): string | null {
  const params = new Map(pairs);
  const mode = params.get("sslmode");
  if (mode !== undefined && !modes.includes(mode)) return wrongMode;
  if (params.has("sslcert") !== params.has("sslkey"))
    return "names sslcert or sslkey alone: they belong together.";
  const negotiation = params.get("sslnegotiation");
  if (negotiation !== undefined && !["postgres", "direct"].includes(negotiation))
    return "must have as sslnegotiation postgres or direct.";
  const compatible = params.get("uselibpqcompat") === "true";
  if (compatible && mode === "verify-ca" && !params.has("sslrootcert"))
    return "has sslmode=verify-ca without sslrootcert, which names the authority: add it, or use verify-full.";
  return null;
}
