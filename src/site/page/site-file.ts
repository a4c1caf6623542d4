/** Why a fetch failed. */
export type FetchFailure =
  | "dns"
  | "connection"
  | "tls"
  | "timeout"
  | "too_large"
  | "headers_too_large"
  | "too_many_redirects"
  | "redirect_refused"
  | "bad_response"
  | "proxy"
  | "unreadable"; // it came, but could not be read within the time and memory that one file gets

/** A response, whatever its status. Everything in it is foreign. */
export interface FetchedFile {
  ok: true;
  /** The last requested address, after redirects. */
  url: string;
  status: number;
  /** Number of redirects. */
  redirects: number;
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>;
  /** Decompressed and unpacked, as far as it was read. */
  body: Uint8Array;
  /** Size of the body after decompression, as far as it was read. */
  bytes: number;
  /** The body was longer than what was read of it. */
  cut: boolean;
  /** Time until the headers of the last response arrived. */
  firstByteMs: number;
}

export interface FetchError {
  ok: false;
  url: string;
  failure: FetchFailure;
}

export type FetchResult = FetchedFile | FetchError;

/** A file of a site, with what it takes to read it as text. */
export interface FileBytes {
  body: Uint8Array;
  contentType: string | null;
}

export const bytesOf = ({ body, headers }: Pick<FetchedFile, "body" | "headers">): FileBytes => ({
  body,
  contentType: headers["content-type"] ?? null,
});

/** Whether the response's type is one that pages have; a missing content type counts. */
export const isHtml = ({ headers }: Pick<FetchedFile, "headers">): boolean =>
  /^\s*($|text\/html|application\/xhtml\+xml)/i.test(headers["content-type"] ?? "");

/** Whether a web page came instead of a text file: some sites answer every address with their app or an error page. */
export const isWebPage = (text: string, contentType: string | null): boolean =>
  /^\s*<(!doctype|html|head|body)\b/i.test(text.slice(0, 1000)) ||
  (/text\/html/i.test(contentType ?? "") && /<[a-z][\w-]*[\s/>]/i.test(text.slice(0, 1000)));

/** Whether there is a page to read: a successful, non-empty response of a type that pages have. */
export const isPage = (file: FetchedFile): boolean =>
  file.status >= 200 && file.status < 300 && file.body.length > 0 && isHtml(file);
