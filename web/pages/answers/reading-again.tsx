import { useEffect } from "preact/hooks";
import type { FullReport } from "../../api/questions.ts";
import { corrections as words } from "../../words/corrections.ts";

const againMs = 1_500;

/** Says that stored answers are being read again, and asks for the report until they have been. */
export function ReadingAgain({
  report,
  since,
  renew,
}: {
  report: FullReport;
  /** The report's reading when something was said; null if nothing was. */
  since: number | null;
  renew(): void;
}) {
  const waits = since !== null && (report.reading ?? 0) <= since;
  useEffect(() => {
    if (!waits) return;
    const timer = setInterval(renew, againMs);
    return () => clearInterval(timer);
  }, [waits, report.id]);
  if (!waits) return null;
  return (
    <p class="notice calm" role="status">
      {words.reading}
    </p>
  );
}
