import { useLocation } from "preact-iso";
import { isFew } from "../../../src/figures/figures-in-words.ts";
import { answersPath } from "../../address.ts";
import type { Brief } from "../../api/questions.ts";
import { percent } from "../../figures/rate.ts";
import { brief as words } from "../../words/acting.ts";
import { sources } from "../../words/sources.ts";

/** Prompts where a competitor is ahead, or where nothing names the brand. */
export function Lost({ brief: { losing_prompts: prompts, project_id } }: { brief: Brief }) {
  const { query } = useLocation();
  return (
    <section class="sec" aria-labelledby="lost">
      <h2 id="lost">{words.lost}</h2>
      {prompts.length === 0 ? (
        <p class="sub">{words.lostNone}</p>
      ) : (
        <table class="rows">
          <thead>
            <tr>
              <th scope="col">{words.prompt}</th>
              <th scope="col" class="num">
                {words.mentionRate}
              </th>
              <th scope="col" class="num wide">
                {words.ahead}
              </th>
            </tr>
          </thead>
          <tbody>
            {prompts.map(({ prompt_key, prompt, mentions, answers, appearance_rate, best_competitor }) => (
              <tr key={prompt_key}>
                <th scope="row">
                  <a href={answersPath(project_id, query, { prompt: prompt_key })}>
                    <bdi>{prompt}</bdi>
                  </a>
                </th>
                <td class="num">
                  {isFew(answers) ? words.of2(mentions, answers) : percent(appearance_rate)}
                </td>
                <td class="num wide">
                  <bdi>{best_competitor ?? ""}</bdi>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

/** The domains that answers cite most. */
export function Cited({ brief: { cited_domains: domains } }: { brief: Brief }) {
  if (domains.length === 0) return null;
  return (
    <section class="sec" aria-labelledby="cited">
      <h2 id="cited">{words.sources}</h2>
      <table class="rows">
        <thead>
          <tr>
            <th scope="col">{words.domain}</th>
            <th scope="col" class="wide">
              {words.kind}
            </th>
            <th scope="col" class="num">
              {sources.citations}
            </th>
            <th scope="col" class="num">
              {words.share}
            </th>
          </tr>
        </thead>
        <tbody>
          {domains.map(({ domain, source_type, citations, citation_share }) => (
            <tr key={domain}>
              <th scope="row">
                <bdi>{domain}</bdi>
              </th>
              <td class="soft wide">{sources.kinds[source_type]}</td>
              <td class="num">{citations}</td>
              <td class="num">{percent(citation_share)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
