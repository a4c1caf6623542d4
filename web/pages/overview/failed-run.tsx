import { projectPath, reportPath } from "../../address.ts";
import type { ReportListing } from "../../api/questions.ts";
import { running } from "../../words/running.ts";

const words = running.failed;

/** Where what the last run failed of is mended; the report itself if that says more than any other page. */
function mendedAt({ id, failure }: ReportListing, projectId: string): { label: string; href: string } {
  switch (failure?.code) {
    case "PROJECT_SPEND_BOUND":
      return { label: words.limit, href: projectPath(projectId, "settings") };
    case "SPEND_BOUND":
    case "BILLING_REQUIRED":
      return { label: words.spending, href: "/organization?part=usage" };
    case "ENGINE_KEY_REFUSED":
    case "ENGINE_KEY_MISSING":
    case "PROVIDER_NOT_CONFIGURED":
      return { label: words.keys, href: "/organization?part=engines" };
    case "NO_PROMPTS":
      return { label: words.prompts, href: projectPath(projectId, "prompts") };
    default:
      return { label: words.report, href: reportPath(id) };
  }
}

interface FailedRunProps {
  report: ReportListing;
  projectId: string;
  /** The page shows a report before it. */
  before: boolean;
}

/** Why the last run has no figures, and what to do. */
export function FailedRun({ report, projectId, before }: FailedRunProps) {
  const { label, href } = mendedAt(report, projectId);
  return (
    <p class="notice">
      {words.says(report.failure?.message ?? null, before)} <a href={href}>{label}</a>
    </p>
  );
}
