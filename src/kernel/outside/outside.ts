/** One request to a server that is not ours, at an address that a user may have influenced. */
export interface OutsideRequest {
  url: string;
  method?: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE";
  headers?: Readonly<Record<string, string>>;
  body?: string | Uint8Array;
  /** Redirects to follow, each checked like the first address; default 5, of other methods than GET and HEAD none. */
  redirects?: number;
  /** Of the body after decompression; default 2 MiB. */
  bytesMax?: number;
  /** What a longer body is: a failure (the default), or cut off. */
  whenTooLarge?: "fail" | "cut";
  /** For everything together, redirects included; default 10 s. */
  timeoutMs?: number;
  /** Ports besides 80 and 443. */
  ports?: readonly number[];
  /** It carries secrets: plain http is refused, but for addresses that the operator has opened. */
  encrypted?: boolean;
  signal?: AbortSignal;
}

/** The response, whatever its status. Everything in it is foreign: data, never our own words. */
export interface OutsideResponse {
  status: number;
  /** Of the last request, after redirects. */
  url: string;
  /** The redirects that led there, in their order. */
  redirects: { url: string; status: number }[];
  /** Names in lower case; repeated ones joined by `, `. */
  headers: Readonly<Record<string, string>>;
  /** Decompressed. */
  body: Buffer;
  /** The body was longer than `bytesMax`. */
  cut: boolean;
  /** Until the headers of the last response were there, from its own request on. */
  firstByteMs: number;
  totalMs: number;
}

/** The one way to a stranger's server. */
export interface Outside {
  /** Product token by which robots.txt names us. */
  agent: string;
  /** Throws a Problem URL_NOT_ALLOWED for an address that is refused, OutsideError if nothing usable came back. */
  fetch(request: OutsideRequest): Promise<OutsideResponse>;
  /** Throws URL_NOT_ALLOWED if `fetch` would, as far as that can be known now; the address as it will be asked. */
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
  | "cancelled"; // our own signal

/** A request that brought nothing usable. `message` is ours; what the network said is in `cause`. */
export class OutsideError extends Error {
  override name = "OutsideError";
  readonly kind: OutsideErrorKind;

  constructor(kind: OutsideErrorKind, options: { cause?: unknown } = {}) {
    super(kind, options);
    this.kind = kind;
  }
}
