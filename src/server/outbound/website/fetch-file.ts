import { unpack } from "../../../site/crawl/unpack.ts";
import type { FetchedFile, FetchResult } from "../../../site/page/site-file.ts";
import { Problem } from "../../kernel/problem.ts";
import { type Outside, OutsideError, type OutsideRequest } from "../outside.ts";
import type { Refused } from "./website.ts";

/** Fetches one file of a site, cut at its bound and unpacked. Throws the outbound guard's errors. */
export async function fetchFile(outside: Outside, request: OutsideRequest): Promise<FetchedFile> {
  const response = await outside.fetch({ ...request, whenTooLarge: "cut" });
  const { bytes, cut } = await unpack(response.body);
  return {
    ok: true,
    url: response.url,
    status: response.status,
    redirects: response.redirects.length,
    headers: response.headers,
    body: bytes,
    bytes: response.body.length,
    cut: response.cut || cut,
    firstByteMs: response.firstByteMs,
  };
}

/** Like `fetchFile`, but returns a failure of the site as a value; our own abort is thrown. */
export async function attemptFile(
  outside: Outside,
  request: OutsideRequest,
  refused: Refused,
): Promise<FetchResult> {
  const { url } = request;
  try {
    return await fetchFile(outside, request);
  } catch (error) {
    if (error instanceof OutsideError && error.kind !== "cancelled")
      return { ok: false, url, failure: error.kind };
    if (refused === "as_failure" && error instanceof Problem && error.code === "URL_NOT_ALLOWED")
      return { ok: false, url, failure: "redirect_refused" };
    throw error;
  }
}
