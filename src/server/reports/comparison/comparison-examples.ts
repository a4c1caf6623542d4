import type { Static } from "typebox";
import { earlier, projectId, reportId } from "../../api/examples/northwind.ts";
import type { SummaryView } from "../report-view.ts";
import type { ComparisonView } from "./comparison-view.ts";

/** A report and an earlier one with the same figures. */
export const comparisonWith = ({
  brand,
  measured_at,
  metrics,
}: Static<typeof SummaryView>): Static<typeof ComparisonView> => ({
  project_id: projectId,
  report_id: reportId,
  compared_with: "019bb9fc-0c3e-7a51-8f2d-6b7c8d9e0f1a",
  brand,
  measured_at,
  measured_at_before: earlier,
  headline: `${brand}: no change in how often it is named from the previous report over 3 common prompts, within the noise.`,
  change: {
    ...{ direction: "flat", compared_with: "019bb9fc-0c3e-7a51-8f2d-6b7c8d9e0f1a", compared_reading: 1 },
    ...{
      unjudged_because: null,
      readings_differ: [],
      compared_reports: 1,
      newest_reports: 1,
      prompts: 3,
      answers: 12,
      answers_before: 12,
      answers_set_aside: 0,
      answers_failed: 0,
    },
    ...{ appearance_rate_delta: 0, appearance_rate_delta_ci: [-0.31, 0.31] },
    ...{ visibility_score_delta: 0, visibility_score_delta_ci: [-28.4, 28.4] },
  },
  judged_by: "pair",
  change_parts: [],
  unexplained: null,
  metrics,
  metrics_before: metrics,
  providers: [],
  ...{ prompts_compared: 3, prompts_unjudged: 3 },
  moved: { prompts_risen: 0, prompts_fallen: 0, competitors: 0 },
  ...{ prompts_risen: [], prompts_fallen: [], prompts_gained: [], prompts_lost: [] },
  ...{ sources_gained: [], sources_lost: [], sources_moved: [], competitors: [], also_named: [] },
});
