import { dayMs } from "../../figures/days/calendar.ts";
import type { Context } from "../api/context.ts";
import type { Report } from "./reports.ts";

const says: Record<string, string> = {
  SANDBOX_ANSWERS:
    "The answers behind this were made up by the built-in sandbox; configure an engine to ask real assistants.",
  DATED_AHEAD:
    "Answers of this report are dated more than a day after it was stored, so it is neither the latest report nor in the trend. Import them again with the time at which the assistant answered, and delete this report.",
  OUTSIDE_TIMEFRAME: "Nothing was measured in this timeframe; this is the newest earlier report.",
  POINTS_LEFT_OUT:
    "There are more runs in this timeframe than one answer holds; these are the newest. Ask for days or weeks to see all of it.",
  OTHER_KINDS_LEFT_OUT:
    "Reports of other kinds are left out: answers of other assistants or from elsewhere, or far more or fewer prompts. Ask with `kinds` all to see them.",
  TAG_WITHOUT_ANSWERS: "No prompt of this report has this tag, so there are no figures.",
  ASSISTANT_WITHOUT_ANSWERS: "This assistant was not asked in this report, so there are no figures.",
  TAGS_LEFT_OUT: "There are more tags than the 50 shown, which have the most prompts.",
  TAG_POINTS_LEFT_OUT:
    "The reports of this timeframe have more answers than one request reads; these are the newest points. Ask again for earlier ones, or for weeks.",
  ONLY_BRANDED_PROMPTS: "Every prompt names a tracked brand; the headline figures are over these.",
  READINGS_DIFFER:
    "The previous report was read with another brand, other competitors or another method, so not everything can be compared.",
};

/** Warns of what a reader should know before relying on this report; each warning once per request. */
export function warnOf(
  { warn }: Pick<Context, "warn">,
  report: Report,
  change: { readings_differ: readonly string[] } | null = null,
): void {
  const codes = [
    ...(report.sandbox ? ["SANDBOX_ANSWERS"] : []),
    ...(isDatedAhead(report) ? ["DATED_AHEAD"] : []),
    ...(report.scored?.warnings ?? []),
    ...(change && change.readings_differ.length > 0 ? ["READINGS_DIFFER"] : []),
  ];
  for (const code of codes) warnOfCode({ warn }, code);
}

/** As in the store's `latestReportId`. */
const isDatedAhead = ({ measuredAt, createdAt }: Report): boolean =>
  measuredAt !== null && Date.parse(measuredAt) > Date.parse(createdAt) + dayMs;

/** Who only computes has nobody to warn. */
export const warnOfCode = ({ warn }: Partial<Pick<Context, "warn">>, code: string): void =>
  warn?.({ code, path: null, message: says[code] ?? code });
