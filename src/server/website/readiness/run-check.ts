import { copiesAmong } from "../../../site/crawl/copies.ts";
import { endOfCrawl } from "../../../site/crawl/crawl.ts";
import { assureUnits, reserveUnits } from "../../accounts/spending/quota.ts";
import { periodAt } from "../../api/access/quota.ts";
import type { ProjectContext } from "../../api/context.ts";
import { reply } from "../../api/reply.ts";
import { newId } from "../../kernel/id.ts";
import { inSteps } from "../../kernel/pace.ts";
import { profileOf } from "../../outbound/website/site-profile.ts";
import { insertCheckedPages } from "../crawls/checked-pages.ts";
import { gatherPages } from "../prompts/gather-pages.ts";
import { isWebsiteOf } from "./checked-address.ts";
import { readinessOf } from "./checks/checks.ts";
import { materialOf } from "./checks/material.ts";
import { gatherMaterial } from "./gather-material.ts";
import { insertReadinessCheck, type ReadinessCheck } from "./readiness-checks.ts";
import { readinessView } from "./readiness-view.ts";

const keptMs = 24 * 3600 * 1000;
/** What could not be seen is soon looked at again. */
const keptUnseenMs = 5 * 60_000;

/**
 * Fetches and judges a page, and stores the result together with the unit it costs: a check that could not finish, or
 * could not reach the page, costs nothing. Throws BILLING_REQUIRED, before anything is fetched, and URL_NOT_ALLOWED.
 */
export async function runCheck(context: ProjectContext, url: string) {
  const { db, caller, project, settings, parsing, now, write } = context;
  const period = periodAt(caller.planStartedAt, now());
  const units = {
    organizationId: caller.organizationId,
    quota: "readiness",
    periodStart: period.start,
    resetsAt: period.end,
    limit: settings.plans[caller.plan].quotas.readiness,
    units: 1,
  } as const;
  await assureUnits(db, units);

  const material = await gatherMaterial(context, url);
  const gathered = await gatherPages(context, material);
  const copies = await inSteps(copiesAmong(gathered));
  const pages = gathered.filter((page) => !copies.has(page));
  const site = {
    hasRobots: Boolean(material.ours?.file),
    hasSitemap: material.read.some(({ sitemap }) => sitemap),
    pagesMerged: copies.size,
  };
  const profile = await profileOf(parsing, { pages, site });
  const crawlRecordId = pages.length > 0 ? newId() : null;
  const at = now();
  const readiness = readinessOf(materialOf(material));
  const unseen = readiness.score === null;
  const check: ReadinessCheck = {
    id: newId(),
    projectId: project.id,
    url,
    createdAt: at.toISOString(),
    expiresAt: new Date(at.getTime() + (unseen ? keptUnseenMs : keptMs)).toISOString(),
    result: {
      ...readiness,
      finalUrl: material.page.url,
      fetchedAt: new Date(material.at).toISOString(),
      crawlRecordId,
      pagesCrawled: Math.max(pages.filter(({ page }) => page).length, material.page.ok ? 1 : 0),
    },
  };
  return write(async (db) => {
    if (crawlRecordId) {
      const { organizationId } = caller;
      const owner = { organizationId, projectId: project.id, ownWebsite: isWebsiteOf(project, url) };
      const end = { status: endOfCrawl(pages, profile), profile };
      await insertCheckedPages(db, { ...owner, id: crawlRecordId, url, now: at }, pages, end);
    }
    await insertReadinessCheck(db, check);
    if (!unseen) await reserveUnits(db, { ...units, reportId: check.id, now: at });
    return reply(readinessView(check, false));
  });
}
