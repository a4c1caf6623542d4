import { useLocation } from "preact-iso";
import { isFew } from "../../../src/figures/figures-in-words.ts";
import { withTerms } from "../../address.ts";
import type { FullReport } from "../../api/questions.ts";
import { percent, percentRange } from "../../figures/rate.ts";
import { tags as words } from "../../words/tags.ts";
import { unknown } from "../../words.ts";

/** The figures of each tag, each with its own range, and whether it differs from the other prompts. */
export function ByTag({ report }: { report: FullReport }) {
  const { path, query } = useLocation();
  if (report.by_tag.length === 0) return null;
  return (
    <section class="sec" aria-labelledby="bt">
      <h2 id="bt">{words.byTag}</h2>
      <p class="sub">{words.byTagSays}</p>
      <table class="rows by-tag">
        <thead>
          <tr>
            <th scope="col">{words.tag}</th>
            <th scope="col" class="num">
              {words.prompts}
            </th>
            <th scope="col" class="num">
              {words.mentionRate}
            </th>
            <th scope="col">{words.against}</th>
          </tr>
        </thead>
        <tbody>
          {report.by_tag.map(({ tag, lead, ...metrics }) => (
            <tr key={tag}>
              <th scope="row">
                <a href={withTerms(path, query, { tag })}>
                  <bdi>{tag}</bdi>
                </a>
              </th>
              <td class="num">{metrics.prompts}</td>
              <td class="num">
                {isFew(metrics.answers) ? (
                  <>
                    <b>{metrics.mentions}</b> of {metrics.answers}
                  </>
                ) : (
                  <>
                    <b>{percent(metrics.appearance_rate) ?? unknown}</b>{" "}
                    <span class="soft">{percentRange(metrics.appearance_rate_ci)}</span>
                  </>
                )}
              </td>
              <td>
                {lead === null
                  ? unknown
                  : lead.appearance_rate_beyond_noise
                    ? words.points(lead.appearance_rate)
                    : words.close}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
