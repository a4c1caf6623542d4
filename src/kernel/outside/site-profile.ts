import type { SiteProfile } from "../../domain/website/crawl/crawl.ts";
import { type Parsing, type ProfileRequest, UnreadableError } from "./parsing.ts";

/** A site's profile; if its headings take too long to read, only its first page's, or one without pages. */
export async function profileOf(
  parsing: Pick<Parsing, "profile">,
  { pages, site }: ProfileRequest,
): Promise<SiteProfile> {
  const first = pages.filter(({ page }) => page).slice(0, 1);
  for (const some of [pages, first]) {
    try {
      return await parsing.profile({ pages: some, site });
    } catch (error) {
      if (!(error instanceof UnreadableError)) throw error;
    }
  }
  return parsing.profile({ pages: [], site });
}
