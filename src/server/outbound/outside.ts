/** One request to a server that is not ours, at an address that a user may have influenced. */
export interface OutsideRequest {
  url: string;
  method?: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE";
  headers?: Readonly<Record<string, string>>;
  body?: string | Uint8Array;
  /** Redirects to follow, each checked like the first address; 5 by default, none for methods other than GET and HEAD. */
  redirects?: number;
  /** Most bytes of the decompressed body; 2 MiB by default. */
  bytesMax?: number;
  /** Whether a longer body is a failure (the default) or is cut. */
  whenTooLarge?: "fail" | "cut";
  /** The same for a body that breaks off, is late or cannot be decoded, after status and headers have come. */
  whenBroken?: "fail" | "cut";
  /** For everything together, including redirects; 10 s by default. */
  timeoutMs?: number;
  /** Ports allowed besides 80 and 443. */
  ports?: readonly number[];
  /** It carries secrets: plain http is refused, except for addresses that the operator has opened. */
  encrypted?: boolean;
  signal?: AbortSignal;
}

/** The response, whatever its status. Everything in it is foreign: data, never our own words. */
export interface OutsideResponse {
  status: number;
  /** The address of the last request, after redirects. */
  url: string;
  /** The redirects that led there, in order. */
  redirects: { url: string; status: number }[];
  /** Names in lower case; repeated headers joined by `, `. */
  headers: Readonly<Record<string, string>>;
  /** Decompressed. */
  body: Buffer;
  /** The body was longer than `bytesMax`. */
  cut: boolean;
  /** From the last request to the headers of its response, in milliseconds. */
  firstByteMs: number;
  totalMs: number;
}

/** The one way to a stranger's server. */
export interface Outside {
  /** The product token by which robots.txt addresses us. */
  agent: string;
  /** Throws a Problem URL_NOT_ALLOWED for a refused address, OutsideError if nothing usable came back. */
  fetch(request: OutsideRequest): Promise<OutsideResponse>;
  /** Throws URL_NOT_ALLOWED if `fetch` would, as far as that is known now; returns the address as it will be requested. */
  check(url: string, terms?: Pick<OutsideRequest, "ports" | "encrypted">): Promise<URL>;
}

export type OutsideErrorKind =
  | "dns" // the name has no address
  | "connection" // no connection, or it broke off
  | "tls" // no trusted certificate for this name
  | "timeout" // not all of it came in time
  | "too_large" // more bytes than `bytesMax`, or a decompression bomb
  | "headers_too_large"
  | "too_many_redirects"
  | "redirect_refused" // redirected to an address that may not be fetched
  | "bad_response" // not HTTP, or not the encoding it claims
  | "proxy" // this server's proxy could not be reached, or refused
  | "cancelled"; // our own signal

/** A request that brought nothing usable. `message` is ours; the network's words are in `cause`. */
export class OutsideError extends Error {
  override name = "OutsideError";
  readonly kind: OutsideErrorKind;

  constructor(kind: OutsideErrorKind, options: { cause?: unknown } = {}) {
    super(kind, options);
    this.kind = kind;
  }
}
