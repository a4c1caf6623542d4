import type { FullReport } from "../../api/questions.ts";
import { csvOf } from "../../figures/csv.ts";
import { figureRows } from "../../figures/figure-cells.ts";
import { BrandDots } from "../../parts/brand-dots.tsx";
import { download } from "../../tables/download.ts";
import { report as words } from "../../words/rows.ts";
import { Colophon } from "../overview/colophon.tsx";
import { Notices } from "../overview/notices.tsx";
import { Reasons } from "../overview/reasons-table.tsx";
import { SaidOfIt } from "../overview/said-of-it.tsx";
import { SurenessOf } from "../overview/sureness.tsx";
import { Verdict } from "../overview/verdict.tsx";

/** The figures of one day, as they were. */
export function Figures({ report }: { report: FullReport }) {
  const projectId = report.project_id;
  return (
    <>
      <Notices report={report} />
      <section class="verdict" aria-labelledby="v">
        <Verdict report={report} />
        <SurenessOf report={report} projectId={projectId} />
      </section>
      <div class="two">
        <BrandDots report={report} projectId={projectId} slugs={new Map()} />
        <div>
          <Reasons report={report} projectId={projectId} />
          <SaidOfIt report={report} projectId={projectId} />
        </div>
      </div>
      <p class="note">
        <button
          type="button"
          class="link"
          onClick={() => download("report.csv", "text/csv", csvOf(figureRows(report)))}
        >
          {words.csv}
        </button>
      </p>
      <Colophon report={report} project={undefined} />
    </>
  );
}
