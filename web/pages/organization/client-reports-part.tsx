import { projectPath } from "../../address.ts";
import { clientReportList } from "../../api/client-report-questions.ts";
import { useKnown } from "../../api/resource.ts";
import { Part } from "../../parts/part.tsx";
import { DataTable } from "../../tables/data-table.tsx";
import { clientReports as words } from "../../words/client-report.ts";

/** To which clients the reports of all projects go. */
export function ClientReportsPart() {
  const question = clientReportList();
  return (
    <Part title={words.title} says={words.says} of={{ question, state: useKnown(question) }}>
      {(all) =>
        all.length === 0 ? (
          <p class="soft">{words.none}</p>
        ) : (
          <DataTable
            name="client-reports"
            label={words.title}
            rows={all}
            keyOf={({ project_id }) => project_id}
            columns={[
              {
                key: "project",
                head: words.project,
                text: ({ project_name }) => project_name,
                cell: ({ project_id, project_name }) => (
                  <a href={`${projectPath(project_id, "settings")}#client-report`}>{project_name}</a>
                ),
              },
              {
                key: "addresses",
                head: words.addresses,
                text: ({ recipients }) =>
                  recipients
                    .map(({ address, off_because }) =>
                      off_because === null ? address : words.addressOff(address, off_because),
                    )
                    .join(", ") || words.noAddress,
              },
              {
                key: "when",
                head: words.when,
                text: ({ active, every, approval }) => {
                  if (!active) return words.off;
                  return approval ? words.afterApproval(words.every[every]) : words.every[every];
                },
              },
              {
                key: "set-by",
                head: words.setBy,
                wide: true,
                text: ({ set_by_email }) => set_by_email ?? words.gone,
              },
            ]}
          />
        )
      }
    </Part>
  );
}
