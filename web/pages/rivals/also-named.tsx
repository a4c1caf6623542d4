import { useState } from "preact/hooks";
import { limits } from "../../api/limits.ts";
import { changeProject } from "../../api/project-questions.ts";
import type { FullReport, Project } from "../../api/questions.ts";
import { refreshProject } from "../../api/resource.ts";
import { useMay } from "../../parts/may.ts";
import { sayingOf } from "../../parts/saying.ts";
import { rivals as words } from "../../words/rivals.ts";
import { rivalTerms, typedRivals } from "../settings/terms.ts";

/** How long the answers of usual projects take to be read again, and those of large ones. */
const readAgainMs = [3_000, 15_000];

/** Whom the answers recommend and nobody tracks; one click tracks them. */
export function AlsoNamed({ report, project }: { report: FullReport; project: Project }) {
  const { may } = useMay();
  const [busy, setBusy] = useState(false);
  const [says, setSays] = useState<string | null>(null);
  const competitors = new Set(project.competitors.map(({ name }) => name));
  const others = (report.also_named ?? []).filter(({ name }) => !competitors.has(name));
  if (others.length === 0 && says === null) return null;
  const full = project.competitors.length >= limits.ProjectSettings.competitors.max;

  async function track(name: string) {
    setBusy(true);
    try {
      const rivals = [...typedRivals(project), { name, aliases: "", domain: "" }];
      await changeProject(project.id, { competitors: rivalTerms(rivals) });
      setSays(words.trackedSays(name));
      for (const afterMs of readAgainMs) setTimeout(() => void refreshProject(project.id), afterMs);
    } catch (error) {
      setSays(sayingOf(error));
    }
    setBusy(false);
  }

  return (
    <section class="sec" aria-labelledby="also">
      <h2 id="also">{words.also}</h2>
      <p class="sub">{words.alsoSays}</p>
      {says && (
        <p class="notice calm" role="status">
          <bdi>{says}</bdi>
        </p>
      )}
      <table class="rows">
        <thead>
          <tr>
            <th scope="col">{words.name}</th>
            <th scope="col" class="num">
              {words.inAnswers}
            </th>
            <th scope="col">
              <span class="vh">{words.act}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {others.map(({ name, answers }) => (
            <tr key={name}>
              <th scope="row">
                <bdi>{name}</bdi>
              </th>
              <td class="num">{words.of(answers, report.metrics.answers)}</td>
              <td class="num">
                {may("editor") && !full && (
                  <button
                    type="button"
                    class="link"
                    disabled={busy}
                    aria-label={words.trackOne(name)}
                    onClick={() => void track(name)}
                  >
                    {words.track}
                  </button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
