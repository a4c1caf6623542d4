import type { Timeframe } from "../../../figures/days/timeframe.ts";
import type { SharedReport } from "../../../figures/shared-report.ts";

/** A public link to a report, without its token. Times are RFC 3339 UTC. */
export interface ShareLink {
  id: string;
  projectId: string;
  /** The report that was the newest when the link was made. */
  reportId: string;
  /** The first characters of its token, to tell links apart. */
  tokenPrefix: string;
  timeframe: Timeframe;
  /** Null: never. */
  expiresAt: string | null;
  presenterName: string | null;
  /** https, without credentials. */
  logoUrl: string | null;
  summary: string | null;
  createdAt: string;
}

/** What a link opens: how it is presented, and a copy of the report made with the link. */
export interface SharedPage extends Pick<ShareLink, "presenterName" | "logoUrl" | "summary" | "expiresAt"> {
  snapshot: SharedReport;
}
