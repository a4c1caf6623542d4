import { useLocation, useRoute } from "preact-iso";
import { isFew } from "../../../src/figures/figures-in-words.ts";
import { answersPath, projectPath, withTerms } from "../../address.ts";
import { type FullReport, type PromptList, projectOf, promptsOf } from "../../api/questions.ts";
import { useKnown } from "../../api/resource.ts";
import { index, percent, percentRange, samePromptRange } from "../../figures/rate.ts";
import { Boxes } from "../../parts/boxes.tsx";
import { EditorsOnly } from "../../parts/editors-only.tsx";
import { Newest } from "../../parts/newest.tsx";
import { chosenPrompts, PromptFilter } from "../../tables/prompt-filter.tsx";
import { prompts as words } from "../../words/prompts.ts";
import { tags } from "../../words/tags.ts";
import { overview, unknown } from "../../words.ts";
import { AddPrompts } from "./add-prompts.tsx";
import { ByTag } from "./by-tag.tsx";
import { EditPrompts } from "./edit-prompts.tsx";
import "./prompts.css";
import { Suggested } from "./suggested.tsx";
import { TagPrompts } from "./tag-prompts.tsx";

/** `/projects/{id}/prompts`. */
export function Page() {
  const { projectId = "" } = useRoute().params;
  const { value: saved } = useKnown(promptsOf(projectId));
  const { value: project } = useKnown(projectOf(projectId));
  const { path, query } = useLocation();
  const tagging = query.edit === "tags";
  return (
    <Newest
      projectId={projectId}
      section="prompts"
      title={words.title}
      none={words.none}
      controls={
        saved &&
        project && (
          <EditorsOnly says={words.viewer}>
            {saved.prompts.length > 0 && <EditPrompts saved={saved} />}
            <AddPrompts saved={saved} />
            <a class="btn" href={withTerms(path, {}, { edit: "tags" })}>
              {tags.edit}
            </a>
            <a class="btn" href={projectPath(projectId, "import")}>
              {overview.import}
            </a>
          </EditorsOnly>
        )
      }
      after={(report) => {
        if (tagging) return <TagPrompts projectId={projectId} />;
        const askedKeys = new Set(report?.prompts.map(({ prompt_key }) => prompt_key));
        const unasked = saved?.prompts.filter(({ prompt_key }) => !askedKeys.has(prompt_key)) ?? [];
        return (
          <>
            {unasked.length > 0 && <Unasked prompts={unasked} />}
            {saved && project && (
              <EditorsOnly>
                <Suggested project={project} saved={saved} />
              </EditorsOnly>
            )}
          </>
        );
      }}
    >
      {(report) =>
        tagging ? null : (
          <>
            <ByTag report={report} />
            <Asked report={report} projectId={projectId} />
          </>
        )
      }
    </Newest>
  );
}

function Unasked({ prompts }: { prompts: PromptList["prompts"] }) {
  return (
    <section class="sec" aria-labelledby="u">
      <h2 id="u">{words.unasked}</h2>
      <ul class="plain-list">
        {prompts.map(({ prompt_key, prompt }) => (
          <li key={prompt_key}>
            <bdi>{prompt}</bdi>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Asked({ report, projectId }: { report: FullReport; projectId: string }) {
  const rival = new Map(
    report.gaps
      .filter(({ competitors }) => competitors.length > 0)
      .reverse()
      .map(({ prompt_key, competitors: [first] }) => [prompt_key, first]),
  );
  const { query } = useLocation();
  const weakestFirst = chosenPrompts(report.prompts, query).sort(
    (one, other) =>
      (one.metrics.appearance_rate ?? 0) - (other.metrics.appearance_rate ?? 0) ||
      (one.metrics.visibility_score ?? 0) - (other.metrics.visibility_score ?? 0),
  );
  return (
    <>
      <p class="sub">{words.says(report.prompts.length)}</p>
      <PromptFilter prompts={report.prompts} matchCount={weakestFirst.length} />
      <table class="rows prompts">
        <thead>
          <tr>
            <th scope="col">{words.prompt}</th>
            <th scope="col" class="num">
              {words.mentionRate}
            </th>
            <th scope="col" class="shape">
              <span class="vh">{words.mentionRate}</span>
            </th>
            <th scope="col" class="num vis">
              {words.visibility}
            </th>
            <th scope="col" class="who">
              {words.ahead}
            </th>
          </tr>
        </thead>
        <tbody>
          {weakestFirst.map(({ prompt_key, prompt, branded, tags: tagsOfPrompt, metrics }) => (
            <tr key={prompt_key}>
              <th scope="row">
                <a href={answersPath(projectId, query, { prompt: prompt_key })}>
                  <bdi>{prompt}</bdi>
                </a>
                {branded && report.branded && <span class="soft"> {words.branded}</span>}
                {tagsOfPrompt.length > 0 && <span class="of-prompt">{tagsOfPrompt.join(", ")}</span>}
              </th>
              <td class="num">
                {isFew(metrics.answers) ? (
                  <>
                    <b>{metrics.mentions}</b> of {metrics.answers}
                  </>
                ) : (
                  <>
                    <b>{percent(metrics.appearance_rate) ?? unknown}</b>{" "}
                    <span class="soft">{percentRange(samePromptRange(metrics))}</span>
                  </>
                )}
              </td>
              <td class="shape">
                {isFew(metrics.answers) && <Boxes mentions={metrics.mentions} answers={metrics.answers} />}
              </td>
              <td class="num vis">{index(metrics.visibility_score) ?? unknown}</td>
              <td class="who">{rival.get(prompt_key) ? <bdi>{rival.get(prompt_key)}</bdi> : ""}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
