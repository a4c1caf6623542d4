import type { Static } from "typebox";
import type { Db } from "../../db/db.ts";
import { type ClientReportView, clientReportView } from "./client-report-view.ts";
import { findClientReport, listIssues, listRecipients } from "./client-reports.ts";

/** Where nobody has set it up. */
const usual = { active: false, every: "month", approval: true, logoUrl: null } as const;

/** How a project's reports go to a client, with what was sent. */
export async function shownClientReport(
  db: Db,
  place: { organizationId: string; projectId: string },
  { mail }: { mail: boolean },
): Promise<Static<typeof ClientReportView>> {
  const report = (await findClientReport(db, place)) ?? { ...usual, projectId: place.projectId };
  return clientReportView(report, {
    ...{ recipients: await listRecipients(db, place), issues: await listIssues(db, place), mail },
  });
}
