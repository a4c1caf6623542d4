import { useRoute } from "preact-iso";
import { type FullReport, projectOf } from "../../api/questions.ts";
import { useKnown } from "../../api/resource.ts";
import { BrandDots } from "../../parts/brand-dots.tsx";
import { Newest } from "../../parts/newest.tsx";
import { rivals as words } from "../../words/rivals.ts";
import { AlsoNamed } from "./also-named.tsx";

/** `/projects/{id}/rivals`. */
export function Page() {
  const { projectId = "" } = useRoute().params;
  const { value: project } = useKnown(projectOf(projectId));
  const slugs = new Map(project?.competitors.map(({ name, slug }) => [name, slug]));
  return (
    <Newest projectId={projectId} section="rivals" title={words.title} none={words.none}>
      {(report) => (
        <>
          {report.competitors.length === 0 ? (
            <p class="stand">{words.none}</p>
          ) : (
            <>
              <p class="sub">{words.says}</p>
              <BrandDots report={report} projectId={projectId} slugs={slugs} />
              <Order report={report} />
            </>
          )}
          {project && <AlsoNamed report={report} project={project} />}
        </>
      )}
    </Newest>
  );
}

/** What the paired comparison says of each. */
function Order({ report }: { report: FullReport }) {
  return (
    <section class="sec" aria-labelledby="o">
      <h2 id="o">{words.order}</h2>
      <table class="rows">
        <thead>
          <tr>
            <th scope="col">{words.name}</th>
            <th scope="col">{words.mentionRate}</th>
            <th scope="col">{words.visibility}</th>
          </tr>
        </thead>
        <tbody>
          {report.competitors.map(({ name, lead }) => (
            <tr key={name}>
              <th scope="row">
                <bdi>{name}</bdi>
              </th>
              <td>{lead ? tell(lead.appearance_rate, lead.appearance_rate_beyond_noise) : words.level}</td>
              <td>{lead ? tell(lead.visibility_score, lead.visibility_score_beyond_noise) : words.level}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const tell = (lead: number, beyond: boolean): string =>
  !beyond ? words.level : lead > 0 ? words.ahead : words.behind;
