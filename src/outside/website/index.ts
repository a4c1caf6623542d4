import { bytesOf, isPage } from "../../domain/website/crawl/site-file.ts";
import type { Outside } from "../../kernel/outside/outside.ts";
import type { Parsing } from "../../kernel/outside/parsing.ts";
import { type PatienceTerms, patiently } from "../../kernel/outside/patience.ts";
import type { Website } from "../../kernel/outside/website.ts";
import { attemptFile, fetchFile } from "./fetch-file.ts";
import { robotsAt } from "./robots.ts";
import { sitemapsOf } from "./sitemaps.ts";

/** Files of strangers' sites, fetched through the guard and read within bounds; a busy machine is given some time. */
export const createWebsite = (
  outside: Outside,
  parsing: Parsing,
  patience: Pick<PatienceTerms, "withinMs"> = {},
): Website => ({
  agent: outside.agent,
  fetch: (request) => fetchFile(outside, request),
  attempt: (request, refused) => attemptFile(outside, request, refused),
  async page(file, signal) {
    if (!isPage(file)) return null;
    const robotsTag = file.headers["x-robots-tag"] ?? "";
    const { url, headers } = file;
    return patiently(() => parsing.page({ ...bytesOf(file), url, robotsTag, link: headers.link }), {
      ...patience,
      signal,
    });
  },
  robots: (address, terms) => robotsAt(outside, parsing, address, terms),
  sitemaps: (site, terms) => sitemapsOf(outside, parsing, site, { ...terms, ...patience }),
  llms: (file) => patiently(() => parsing.llms(file), patience),
});
