import type { SiteProfile } from "../../../site/crawl/crawl.ts";
import { BusyError, type Parsing, type ProfileRequest, UnreadableError } from "../parsing.ts";
import { type PatienceTerms, patiently } from "../patience.ts";

/**
 * A site's profile; if its headings take too long to read, only its first page's, or one without pages. Throws BusyError
 * if this machine is too busy to read them, unless it is the `last` try, which makes do with less too.
 */
export async function profileOf(
  parsing: Pick<Parsing, "profile">,
  { pages, site }: ProfileRequest,
  { last = false, ...patience }: PatienceTerms & { last?: boolean } = {},
): Promise<SiteProfile> {
  const first = pages.filter(({ page }) => page).slice(0, 1);
  for (const some of [pages, first]) {
    try {
      return await patiently(() => parsing.profile({ pages: some, site }), patience);
    } catch (error) {
      const tooBusy = last && error instanceof BusyError && !patience.signal?.aborted;
      if (!(error instanceof UnreadableError || tooBusy)) throw error;
    }
  }
  return patiently(() => parsing.profile({ pages: [], site }), patience);
}
