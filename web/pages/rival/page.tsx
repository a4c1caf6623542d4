import { useLocation, useRoute } from "preact-iso";
import { rateOrCount } from "../../../src/figures/figures-in-words.ts";
import { answersPath, projectPath } from "../../address.ts";
import { useDays } from "../../api/days.ts";
import { figuresOf, projectOf, type Rival, rivalOf } from "../../api/questions.ts";
import { useKnown } from "../../api/resource.ts";
import { index, percent, percentRange } from "../../figures/rate.ts";
import { filterIn, filterOf } from "../../filter.ts";
import { FilterFields } from "../../parts/filter.tsx";
import { Frame } from "../../parts/frame.tsx";
import { useLatest } from "../../parts/latest.ts";
import { Await, Missing } from "../../parts/states.tsx";
import { rival as words } from "../../words/rivals.ts";
import { sources } from "../../words/sources.ts";
import { assistant, brands, overview, unknown } from "../../words.ts";

/** `/projects/{id}/rivals/{name}`: the competitor beside the brand, over the same answers. */
export function Page() {
  const { projectId = "", name = "" } = useRoute().params;
  const day = useDays(projectId);
  const { query } = useLocation();
  const filter = filterOf(query);
  const latest = useLatest(projectId, figuresOf(projectId, filter));
  const question = rivalOf(projectId, name, filter);
  const { value: rival, problem } = useKnown(question);
  const { value: project } = useKnown(projectOf(projectId));
  if (problem?.status === 404 && !rival) return <Missing />;
  return (
    <Frame projectId={projectId} section="rivals">
      <div class="bar">
        <p>
          {rival && (
            <>
              {overview.answersOf(
                rival.by_provider.filter(({ answers }) => answers > 0).map(({ provider }) => provider),
                rival.metrics.prompts,
              )}{" "}
              <time dateTime={rival.measured_at}>{day(rival.measured_at)}</time>
            </>
          )}
        </p>
        <div class="run">
          <FilterFields projectId={projectId} report={latest.value} />
          <a href={projectPath(projectId, "rivals", filterIn(query))}>{words.back}</a>
        </div>
      </div>
      <Await question={question} value={rival} problem={problem} bones={[40, 60, 300]} />
      {rival && project && <Compared rival={rival} brand={project.brand} projectId={projectId} />}
    </Frame>
  );
}

function Compared({ rival, brand, projectId }: { rival: Rival; brand: string; projectId: string }) {
  const { name, lead, visibility_gap: gap, brand_metrics, metrics } = rival;
  const [low, high] = lead?.visibility_score_ci ?? [];
  const beyond = lead?.visibility_score_beyond_noise ?? null;
  return (
    <>
      <h1 class="plain">
        <bdi>{name}</bdi>
      </h1>
      <p class="stand">
        {words.verdict(name, brand, gap, beyond, (high ?? 0) > 0)}{" "}
        {low !== undefined && high !== undefined && words.range(low, high, beyond ?? false)}
      </p>
      <table class="rows spaced">
        <thead>
          <tr>
            <th scope="col">{brands.brand}</th>
            <th scope="col" class="num">
              {brands.named}
            </th>
            <th scope="col" class="num">
              {brands.likely}
            </th>
            <th scope="col" class="num">
              {brands.visibility}
            </th>
            <th scope="col" class="num wide">
              {brands.voice}
            </th>
          </tr>
        </thead>
        <tbody>
          {[
            [name, metrics] as const,
            [brand, brand_metrics] as const,
            ...rival.by_provider.map((each) => [`${name}: ${assistant(each.provider)}`, each] as const),
          ].map(([label, figures]) => (
            <tr key={label}>
              <th scope="row">
                <bdi>{label}</bdi>
              </th>
              <td class="num">
                {figures.appearance_rate === null ? unknown : rateOrCount(figures.appearance_rate, figures)}
              </td>
              <td class="num soft">{percentRange(figures.appearance_rate_ci) ?? unknown}</td>
              <td class="num">{index(figures.visibility_score) ?? unknown}</td>
              <td class="num wide">{percent(figures.share_of_voice) ?? unknown}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div class="two sec">
        <Prompts title={words.won(name)} prompts={rival.prompts_won} projectId={projectId} />
        <Prompts title={words.lost(brand)} prompts={rival.prompts_lost} projectId={projectId} />
      </div>
      <section class="sec" aria-labelledby="d">
        <h2 id="d">{words.sources}</h2>
        <table class="rows">
          <tbody>
            {rival.top_cited_domains.map(({ domain, source_type, citations, citations_total }) => (
              <tr key={domain}>
                <th scope="row">
                  <bdi>{domain}</bdi>
                </th>
                <td class="soft">{sources.kinds[source_type]}</td>
                <td class="num">
                  {citations} of {citations_total}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}

/** The API lists no more. */
const listedMost = 5;

function Prompts({
  title,
  prompts,
  projectId,
}: {
  title: string;
  prompts: Rival["prompts_won"];
  projectId: string;
}) {
  const { query } = useLocation();
  return (
    <section>
      <h2>{title}</h2>
      {prompts.length === 0 ? (
        <p class="sub">{words.noneWon}</p>
      ) : (
        <table class="rows">
          {prompts.length === listedMost && <caption class="note">{words.cut(listedMost)}</caption>}
          <thead class="vh">
            <tr>
              <th scope="col">{words.prompt}</th>
              <th scope="col">{words.answers}</th>
            </tr>
          </thead>
          <tbody>
            {prompts.map(({ prompt_key, prompt, competitor_mentions, mentions, answers }) => (
              <tr key={prompt_key}>
                <th scope="row">
                  <a href={answersPath(projectId, query, { prompt: prompt_key })}>
                    <bdi>{prompt}</bdi>
                  </a>
                </th>
                <td class="num">{words.counts(competitor_mentions, mentions, answers)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
