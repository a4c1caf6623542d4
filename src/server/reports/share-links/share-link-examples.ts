import type { Static } from "typebox";
import { later, projectId, reportId, shareLinkId } from "../../api/examples/northwind.ts";
import { reportExamples } from "../report-examples.ts";
import type { ShareLinkView } from "./share-link-view.ts";

/** The link that one of Northwind's reports is shared by. */
export const shareLink = (): Static<typeof ShareLinkView> => ({
  ...{
    id: shareLinkId,
    token_prefix: "s_7Qx2",
    project_id: projectId,
    report_id: reportId,
    timeframe: "30d",
  },
  ...{ expires_at: "2026-02-14T10:30:00.000Z", presenter_name: "Ada's agency", logo_url: null },
  ...{ summary: reportExamples().summary.headline, created_at: later },
});
