import { useEffect } from "preact/hooks";
import { type FullReport, latestReport } from "../../api/questions.ts";
import { refresh } from "../../api/resource.ts";
import { corrections as words } from "../../words/corrections.ts";

const againMs = 1_500;

/** Says that stored answers are being read again, and asks for the report until they have been. */
export function ReadingAgain({
  report,
  since,
}: {
  report: FullReport;
  /** The report's reading when something was said; null if nothing was. */
  since: number | null;
}) {
  const waits = since !== null && (report.reading ?? 0) <= since;
  useEffect(() => {
    if (!waits) return;
    const timer = setInterval(() => void refresh(latestReport(report.project_id)), againMs);
    return () => clearInterval(timer);
  }, [waits, report.project_id]);
  if (!waits) return null;
  return (
    <p class="notice calm" role="status">
      {words.reading}
    </p>
  );
}
