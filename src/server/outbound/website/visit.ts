import { pageAddress } from "../../../site/crawl/frontier.ts";
import type { WholePage } from "../../../site/page/page.ts";
import { bytesOf, type FetchedFile, isPage } from "../../../site/page/site-file.ts";
import { wallOf } from "../../../site/page/wall.ts";
import { Problem } from "../../kernel/problem.ts";
import { type Outside, OutsideError, type OutsideRequest } from "../outside.ts";
import { type Parsing, UnreadableError } from "../parsing.ts";
import { type PatienceTerms, patiently } from "../patience.ts";
import { fetchFile } from "./fetch-file.ts";
import type { AttemptedVisit, Refused, Visit, VisitTerms } from "./website.ts";

type Terms = VisitTerms & Pick<PatienceTerms, "withinMs">;

const redirectsMax = 5;
const timeoutMsUsual = 10_000;
const validators = new Set(["if-none-match", "if-modified-since"]);

/** Fetches and reads a page, and follows those that only refresh to another. */
export async function visit(
  outside: Outside,
  parsing: Parsing,
  request: OutsideRequest,
  terms: Terms,
): Promise<Visit> {
  const until = performance.now() + (request.timeoutMs ?? timeoutMsUsual);
  let currentRequest = request;
  let redirects = 0;
  for (;;) {
    const timeoutMs = Math.ceil(until - performance.now());
    if (timeoutMs <= 0) throw new OutsideError("timeout");
    const refreshed = currentRequest !== request;
    const came = await fetched(
      outside,
      { ...currentRequest, timeoutMs, redirects: redirectsMax - redirects },
      refreshed,
    );
    redirects += came.redirects;
    const file = { ...came, redirects };
    const page = await read(parsing, file, terms);
    const wall = wallOf(file, page);
    const onward = page?.facts.onward;
    if (wall || !onward) return { file, page: wall ? null : page, wall, refreshed };
    redirects += 1;
    if (redirects > redirectsMax) throw new OutsideError("too_many_redirects");
    if (!(await terms.may(onward)))
      return { file, page: null, wall: { kind: "closed_refresh", by: null }, refreshed };
    currentRequest = { ...request, url: onward, headers: withoutValidators(request.headers ?? {}) };
  }
}

/** An address that a page refreshes to is the site's mistake if it may not be fetched. */
async function fetched(outside: Outside, request: OutsideRequest, refreshed: boolean): Promise<FetchedFile> {
  try {
    const file = await fetchFile(outside, request);
    // The guard follows none if there is none left.
    if (request.redirects === 0 && file.status >= 301 && file.status <= 308 && file.headers.location)
      throw new OutsideError("too_many_redirects");
    return file;
  } catch (error) {
    if (refreshed && error instanceof Problem) throw new OutsideError("redirect_refused", { cause: error });
    throw error;
  }
}

const withoutValidators = (headers: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !validators.has(name)));

/** Null if the response is no page. */
async function read(
  parsing: Parsing,
  file: FetchedFile,
  { signal, withinMs }: Terms,
): Promise<WholePage | null> {
  if (!isPage(file)) return null;
  const { headers } = file;
  const url = pageAddress(file.url) ?? file.url;
  const hints = { robotsTag: headers["x-robots-tag"], link: headers.link, refresh: headers.refresh };
  return patiently(() => parsing.page({ ...bytesOf(file), ...hints, url }), {
    signal,
    ...(withinMs === undefined ? {} : { withinMs }),
  });
}

/** The same, but a failure of the site is a value; our own abort and a busy machine are thrown. */
export async function attemptVisit(
  outside: Outside,
  parsing: Parsing,
  request: OutsideRequest,
  { refused, ...terms }: Terms & { refused: Refused },
): Promise<AttemptedVisit> {
  const none = { page: null, wall: null, refreshed: false };
  const { url } = request;
  try {
    return await visit(outside, parsing, request, terms);
  } catch (error) {
    if (error instanceof OutsideError && error.kind !== "cancelled")
      return { ...none, file: { ok: false, url, failure: error.kind } };
    if (error instanceof UnreadableError) return { ...none, file: { ok: false, url, failure: "unreadable" } };
    if (refused === "as_failure" && error instanceof Problem && error.code === "URL_NOT_ALLOWED")
      return { ...none, file: { ok: false, url, failure: "redirect_refused" } };
    throw error;
  }
}
