import { readinessOf } from "../../domain/readiness/checks.ts";
import { materialOf } from "../../domain/readiness/material.ts";
import type { ProjectContext } from "../../kernel/context.ts";
import { newId } from "../../kernel/id.ts";
import { periodAt } from "../../kernel/quota.ts";
import { reply } from "../../kernel/reply.ts";
import { assureUnits, reserveUnits } from "../../store/quota.ts";
import { insertReadinessCheck, type ReadinessCheck } from "../../store/readiness-checks.ts";
import { readinessView } from "../views/readiness-view.ts";
import { gatherMaterial } from "./gather-material.ts";

const keptMs = 24 * 3600 * 1000;

/**
 * Fetches and judges a page, and stores what was found together with the unit it costs: a check that could not be
 * finished costs nothing. Throws BILLING_REQUIRED, before anything is fetched, and URL_NOT_ALLOWED.
 */
export async function runCheck(context: ProjectContext, url: string) {
  const { db, caller, project, settings, now, write } = context;
  const period = periodAt(caller.planStartedAt, now());
  const units = {
    userId: caller.userId,
    quota: "readiness",
    periodStart: period.start,
    resetsAt: period.end,
    limit: settings.plans[caller.plan].quotas.readiness,
    units: 1,
  } as const;
  await assureUnits(db, units);

  const fetches = await gatherMaterial(context, url);
  const at = now();
  const check: ReadinessCheck = {
    id: newId(),
    projectId: project.id,
    url,
    createdAt: at.toISOString(),
    expiresAt: new Date(at.getTime() + keptMs).toISOString(),
    result: {
      ...readinessOf(materialOf(fetches)),
      finalUrl: fetches.page.url,
      fetchedAt: new Date(fetches.at).toISOString(),
      crawlRecordId: null,
      pagesCrawled: fetches.page.ok ? 1 : 0,
    },
  };
  return write(async (db) => {
    await reserveUnits(db, { ...units, reportId: check.id, now: at });
    await insertReadinessCheck(db, check);
    return reply(readinessView(check, false));
  });
}
