import type { Outside } from "../outside.ts";
import type { Parsing } from "../parsing.ts";
import { type PatienceTerms, patiently } from "../patience.ts";
import { attemptFile } from "./fetch-file.ts";
import { robotsAt } from "./robots.ts";
import { sitemapsOf } from "./sitemaps.ts";
import { attemptVisit, visit } from "./visit.ts";
import type { Website } from "./website.ts";

/** Files of strangers' sites, fetched through the guard and read within bounds; a busy machine is given some time. */
export const createWebsite = (
  outside: Outside,
  parsing: Parsing,
  patience: Pick<PatienceTerms, "withinMs"> = {},
): Website => ({
  agent: outside.agent,
  attempt: (request, refused) => attemptFile(outside, request, refused),
  visit: (request, terms) => visit(outside, parsing, request, { ...patience, ...terms }),
  attemptVisit: (request, terms) => attemptVisit(outside, parsing, request, { ...patience, ...terms }),
  robots: (address, terms) => robotsAt(outside, parsing, address, terms),
  sitemaps: (site, terms) => sitemapsOf(outside, parsing, site, { ...terms, ...patience }),
  llms: (file) => patiently(() => parsing.llms(file), patience),
});
