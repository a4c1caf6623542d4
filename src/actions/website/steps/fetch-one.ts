import { unpacked } from "../../../domain/website/crawl/unpacked.ts";
import { decodedPage } from "../../../domain/website/page/charset.ts";
import type { Fetch } from "../../../domain/website/readiness/material.ts";
import type { Context } from "../../../kernel/context.ts";
import { OutsideError, type OutsideRequest } from "../../../kernel/outside/outside.ts";
import { Problem } from "../../../kernel/problem.ts";

/**
 * Fetches one file as material: a site that fails is a result. An address that may not be fetched is the caller's
 * mistake where it is the one given, and throws URL_NOT_ALLOWED; where the site led us to it, it is a failure of the site.
 * It goes on where the caller has gone away: what was found is there when it comes back.
 */
export async function fetchOne(
  { outside }: Pick<Context, "outside">,
  request: OutsideRequest,
  refused: "throws" | "as_failure",
): Promise<Fetch> {
  const asked = request.url;
  try {
    const response = await outside.fetch({ ...request, whenTooLarge: "cut" });
    const { bytes, cut } = await unpacked(response.body);
    return {
      ok: true,
      asked,
      url: response.url,
      status: response.status,
      redirects: response.redirects.length,
      headers: response.headers,
      text: decodedPage(bytes, response.headers["content-type"] ?? null),
      bytes: response.body.length,
      cut: response.cut || cut,
      firstByteMs: response.firstByteMs,
    };
  } catch (error) {
    if (error instanceof OutsideError && error.kind !== "cancelled")
      return { ok: false, url: asked, failure: error.kind };
    if (refused === "as_failure" && error instanceof Problem && error.code === "URL_NOT_ALLOWED")
      return { ok: false, url: asked, failure: "redirect_refused" };
    throw error;
  }
}
