/** Why a fetch brought nothing. */
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
  | "unreadable"; // it came, and could not be read in the time and memory that one file has

/** An answer that came, whatever its status. Everything in it is foreign. */
export interface Fetched {
  ok: true;
  asked: string;
  /** Of the last request, after redirects. */
  url: string;
  status: number;
  /** Redirects on the way. */
  redirects: number;
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>;
  /** Decompressed and unpacked, as far as it was read. */
  body: Uint8Array;
  /** Of the body after decompression, as far as it was read. */
  bytes: number;
  /** The body was longer than what was read of it. */
  cut: boolean;
  /** Until the headers of the last response were there. */
  firstByteMs: number;
}

export interface NotFetched {
  ok: false;
  url: string;
  failure: FetchFailure;
}

export type Fetch = Fetched | NotFetched;

/** A file of a site with what it takes to read it as text. */
export interface FileBytes {
  body: Uint8Array;
  contentType: string | null;
}

export const bytesOf = ({ body, headers }: Pick<Fetched, "body" | "headers">): FileBytes => ({
  body,
  contentType: headers["content-type"] ?? null,
});

/** Whether the answer is of a type that pages have; a missing content type is one. */
export const isHtml = ({ headers }: Pick<Fetched, "headers">): boolean =>
  /^\s*($|text\/html|application\/xhtml\+xml)/i.test(headers["content-type"] ?? "");

/** Text files answered with a web page are not there: the site answers everything with its app or an error page. */
export const isWebPage = (text: string, contentType: string | null): boolean =>
  /^\s*<(!doctype|html|head|body)\b/i.test(text.slice(0, 1000)) ||
  (/text\/html/i.test(contentType ?? "") && /<\w/.test(text.slice(0, 1000)));

/** Whether there is a page to read: an answer that says yes, of a type that pages have, and not empty. */
export const isPage = (file: Fetched): boolean =>
  file.status >= 200 && file.status < 300 && file.body.length > 0 && isHtml(file);
