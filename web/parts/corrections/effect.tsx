import type { CorrectionEffect } from "../../api/correction-questions.ts";
import { corrections as words } from "../../words/corrections.ts";
import "./corrections.css";

const figures = ["appearance_rate", "share_of_voice"] as const;
const mostExamples = 4;

/** What a correction would change, before it is saved. */
export function Effect({ effect }: { effect: CorrectionEffect }) {
  const { newest_report: newest, examples } = effect;
  const brands = (newest?.brands ?? []).filter((brand) =>
    figures.some((figure) => brand[figure].before !== brand[figure].after),
  );
  return (
    <div class="effect">
      <p role="status">
        <b>{words.changes(effect.newly_counted, effect.no_longer_counted, effect.changed_answers)}</b>{" "}
        <span class="soft">{words.looked(effect.answers, effect.reports, effect.complete)}</span>
      </p>
      {newest && brands.length === 0 && <p class="note">{words.same}</p>}
      {brands.length > 0 && (
        <table class="rows">
          <thead>
            <tr>
              <th scope="col">{words.newest}</th>
              {figures.map((figure) => (
                <th scope="col" class="num" key={figure}>
                  {words.figures[figure]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {brands.map((brand) => (
              <tr key={brand.name}>
                <th scope="row">
                  <bdi>{brand.name}</bdi>
                </th>
                {figures.map((figure) => (
                  <td class="num" key={figure}>
                    {words.move(brand[figure].before, brand[figure].after)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {examples.length > 0 && (
        <>
          <h3>{words.examples}</h3>
          <ul class="quotes">
            {examples
              .slice(0, mostExamples)
              .map(({ brand, counts, before, text, after, occurrence: { prompt_key, sample, start } }) => (
                <li key={`${prompt_key} ${sample} ${start}`}>
                  <bdi>
                    …{before}
                    <mark>{text}</mark>
                    {after}…
                  </bdi>
                  <span class="soft"> {words.becomes(counts, brand)}</span>
                </li>
              ))}
          </ul>
        </>
      )}
    </div>
  );
}
