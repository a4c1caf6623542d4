import { isOutage } from "../../kernel/outage.ts";
import { StoreError } from "../store-error.ts";
import { codeOf, sharedMemory } from "./server-pool.ts";

const foreignAuthority =
  "Its certificate was issued by an authority that this machine does not know: give that authority's file at the end of DATABASE_URL, such as ?sslmode=verify-full&sslrootcert=/path/ca.pem.";
const noSocket = "There is no socket, or none that this user may open: correct the folder in DATABASE_URL.";
const noAnswer =
  "It does not answer: check host and port in DATABASE_URL, firewalls, and a pooler's log if one is before it.";

const noRoute =
  "This machine has no way there: check its network. Some providers' hosts have IPv6 addresses only: then use the address of their pooler in session mode.";

/** What an operator can do about codes of PostgreSQL, of the system and of TLS that say it. */
const toDo: Record<string, string> = {
  "28P01":
    "It refused the password: correct user and password in DATABASE_URL. A database keeps the one that its user was made with, a container's volume too, until `alter role` sets another.",
  "28000":
    "It does not let this user in: check the user in DATABASE_URL, pg_hba.conf, and whether it demands TLS (?sslmode=verify-full).",
  "3D000": "There is no database of that name: create it, or correct the name in DATABASE_URL.",
  "53200":
    "It has no memory left, or no room for more locks: raise max_locks_per_transaction if its log says so, or else give it more memory.",
  "53300": "It has no connection to spare: raise max_connections, or end what holds them.",
  "57P03":
    "It is starting, recovering or shutting down: try again in a moment, and look into its log if that goes on.",
  "25006": "It may only be read, as replicas are: use the address of the primary.",
  "42501":
    "It does not let this user do what is needed: grant connect on the database, and usage and create on its schema.",
  "53100": "Its disk is full: free some space there.",
  "55000":
    "Its database takes no connections: switch that on (alter database … with allow_connections true).",
  ERR_SOCKET_BAD_PORT: "Its port is none: correct it in DATABASE_URL.",
  EINVAL: "Its address cannot be connected to: correct host and port in DATABASE_URL.",
  EPROTO: "TLS with it fails: check that it has TLS on this port, and the versions of both.",
  ECONNREFUSED: "Nothing listens there: start PostgreSQL, or correct the host and port in DATABASE_URL.",
  ENOTFOUND: "There is no host of that name: correct it in DATABASE_URL.",
  EAI_AGAIN: "The name of its host cannot be looked up at the moment: check this machine's DNS.",
  EHOSTUNREACH: noRoute,
  ENETUNREACH: noRoute,
  ECONNRESET:
    "It, or what is before it, ended the connection: check that the port is PostgreSQL's, whether it demands TLS (?sslmode=verify-full), and firewalls.",
  ETIMEDOUT: noAnswer,
  timeout: noAnswer,
  ENOENT: noSocket,
  EACCES: noSocket,
  ENOTDIR: "Its host is the socket itself: name the directory that the socket is in.",
  SELF_SIGNED_CERT_IN_CHAIN: foreignAuthority,
  DEPTH_ZERO_SELF_SIGNED_CERT: foreignAuthority,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: foreignAuthority,
  UNABLE_TO_GET_ISSUER_CERT: foreignAuthority,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: foreignAuthority,
  CERT_HAS_EXPIRED: "Its certificate has expired.",
  CERT_NOT_YET_VALID: "Its certificate is not valid yet: check this machine's clock.",
  ERR_TLS_CERT_ALTNAME_INVALID:
    "Its certificate is for another name: use that name in DATABASE_URL, or give the server a certificate for this one.",
};

const notPostgres =
  "What listens there does not speak as PostgreSQL does: check that the port is PostgreSQL's, and what is before it.";
const closed =
  "It ended the connection without a word: its log, or that of a pooler before it, says why. Check the port, whether it demands TLS (?sslmode=verify-full), and firewalls.";

const overTls = "It lets this user in over TLS only: add ?sslmode=verify-full to DATABASE_URL.";

/** What they, or PgBouncer before them, say in words alone. */
const wordings: [words: RegExp, code: string, toDo: string | undefined][] = [
  [
    sharedMemory,
    "53100",
    "It has too little shared memory (/dev/shm): give its container more (shm_size: 256m), or set max_parallel_workers_per_gather = 0 there.",
  ],
  [
    /client password must be a/,
    "28P01",
    "It asks for a password, and DATABASE_URL has none: write it behind the user, as in postgres://user:password@host.",
  ],
  [
    /role "[^"]*" does not exist/,
    "28000",
    "It has no user of that name: create it, or correct the user in DATABASE_URL.",
  ],
  [
    /pg_hba\.conf rejects(?!.*(?:no encryption|SSL off))/s,
    "28000",
    "A line of its pg_hba.conf rejects this user: change it, or put one that lets it in before it, and reload it.",
  ],
  [
    /no pg_hba\.conf entry(?!.*(?:no encryption|SSL off))/s,
    "28000",
    "No line of its pg_hba.conf lets this user in to this database from this machine's address: add one there, and reload it.",
  ],
  [
    /exceeded .*quota|endpoint has been (?:disabled|suspended)|project (?:is )?(?:paused|suspended)/i,
    "XX000",
    "The provider has switched it off, or its quota is used up: look into the provider's console.",
  ],
  [/Connection terminated unexpectedly|closed (?:the connection )?unexpectedly/, "closed", closed],
  [
    /unsupported frontend protocol|invalid response|Unexpected (?:message|response)/i,
    "protocol",
    notPostgres,
  ],
  [
    /(?:wrong|unsupported) (?:version|protocol)|handshake failure/i,
    "EPROTO",
    "TLS with it fails: check that it has TLS on this port, and the versions of both.",
  ],
  [
    /PEM routines|no start line|key values mismatch|bad decrypt/i,
    "TLS",
    "A file of sslrootcert, sslcert or sslkey cannot be used: they must be PEM, without a passphrase, and belong together.",
  ],
  [
    /permission denied, open/,
    "EACCES",
    "This user may not read a certificate's or key's file that DATABASE_URL names: change its owner or mode.",
  ],
  [
    /database does not allow connections|pgbouncer database is disabled|bouncer config error/i,
    "08P01",
    "The pooler before it does not let anybody in to this database: check the pooler's list of databases, and its log.",
  ],
  [
    /client_login_timeout|server conn crashed|unable to check out connection|pool .*timeout/i,
    "08P01",
    "The pooler before it gets no connection to PostgreSQL: its log says why.",
  ],
  [
    /^(?:SASL authentication failed|auth failed|no such user|Authentication error.*)$/i,
    "28P01",
    "It, or the pooler before it, refused user or password: correct them in DATABASE_URL, and the pooler's list of users.",
  ],
  [
    /does not support SSL/,
    "no TLS",
    "It has no TLS: take sslmode out of DATABASE_URL, or switch TLS on there.",
  ],
  [/pg_hba\.conf.*(?:no encryption|SSL off)/s, "28000", overTls],
  [
    /no such file or directory, open/,
    "ENOENT",
    "A certificate's file that DATABASE_URL names is not there: correct its path.",
  ],
  [
    /unsupported startup parameter/,
    "08P01",
    "The pooler before it refuses what DATABASE_URL says behind the question mark: take `options` out, or allow it there.",
  ],
  [
    /no more connections allowed|max client(?:s reached| connections)|too many (?:clients|connections)/i,
    "53300",
    "It, or the pooler before it, has no connection to spare: raise its limit, or end what holds them.",
  ],
  [
    /[Tt]enant or user not found|[Ee]ndpoint ID is not specified|is not a known (?:tenant|endpoint)/,
    "08P01",
    "The provider's pooler cannot tell which database is meant: copy the whole address from the provider's console, with its user and host as they stand there.",
  ],
  [
    /query_wait_timeout|server login has been failing|pgbouncer cannot connect|server_login_retry/,
    "08P01",
    "The pooler before it gets no connection to PostgreSQL: its log says why.",
  ],
  [
    /wrong password type/,
    "08P01",
    "The pooler before it cannot sign in to PostgreSQL: its password there is of another kind (SCRAM and MD5). Set auth_type and the pooler's list of users to what PostgreSQL uses.",
  ],
  [
    /no schema has been selected/,
    "3F000",
    "This user has no schema to make tables in: correct search_path, which should name `public`.",
  ],
  [/SSL (?:connection )?is required|SSL required|requires? SSL/i, "28000", overTls],
  [/password authentication failed|no such user/, "28P01", toDo["28P01"]],
  [/no such database|database "[^"]*" does not exist/, "3D000", toDo["3D000"]],
];

/** Why a server cannot be used, without its own words. */
export function unreachable(url: string, cause: unknown): StoreError {
  const { code, remedy = "Check DATABASE_URL and that the server runs." } = faultOf(cause);
  return new StoreError(`PostgreSQL at ${placeOf(url)} cannot be used (${code}). ${remedy}`, { cause });
}

function faultOf(cause: unknown): { code: string; remedy: string | undefined } {
  const message = (cause as Error | undefined)?.message ?? "";
  const worded = wordings.find(([words]) => words.test(message));
  const code = worded?.[1] ?? codeOf(cause);
  return { code, remedy: worded?.[2] ?? toDo[code] };
}

/** What a statement met on a server that had let us in; null where that is no fault of the server's. */
export function failedThere(cause: unknown): StoreError | null {
  if (!isOutage(cause) && codeOf(cause) !== "42501") return null;
  const { code, remedy = "Try again; `doctor` says more." } = faultOf(cause);
  return new StoreError(`PostgreSQL could not do it (${code}). ${remedy}`, { cause });
}

/** Host and database, without user and password. */
function placeOf(text: string): string {
  const url = URL.parse(text) ?? URL.parse(text.replace("@/", "@localhost/"));
  if (!url) return "its host";
  const socket = url.searchParams.get("host") ?? (url.host ? decodeURIComponent(url.host) : "its socket");
  return `${socket}${url.pathname}`;
}
