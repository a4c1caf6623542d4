import type { ReportListing } from "../../api/questions.ts";
import { reportNames } from "../../figures/report-order.ts";
import { inTime } from "../../figures/time.ts";
import { trends as words } from "../../words/trends.ts";

/** What each report is called in a list, by its id. */
export const namesOf = (
  reports: readonly ReportListing[],
  day: (at: string) => string,
): Map<string, string> =>
  reportNames(reports, {
    day,
    added: (at, nth) => words.added(inTime(at, "moment"), nth),
  });
