import type { Readiness } from "../../api/questions.ts";
import { readiness as words } from "../../words/acting.ts";
import { Checks, FirstFixes } from "./checks.tsx";

/** The score, what it is made of, and every check. */
export function Result({ readiness: { result } }: { readiness: Readiness }) {
  if (result.score === null || result.grade === null)
    return (
      <section class="ready">
        <h1>{words.notReached}</h1>
        <p class="stand">
          {result.not_reached} {words.notReachedHow}
        </p>
      </section>
    );
  const [before, figure, after] = words.verdict(result.score);
  return (
    <>
      <section class="ready">
        <h1>
          {before}
          <b>{figure}</b>
          {after}
        </h1>
        <p class="stand">{words.grades[result.grade]}</p>
        {result.score_cap !== null && <p class="notice">{words.capped(result.score_cap)}</p>}
        <dl class="categories">
          {result.categories.map(({ id, title, score }) => (
            <div key={id}>
              <dt>{title}</dt>
              <dd>
                <svg aria-hidden="true">
                  <line class="r-ax" x1="0" x2="100%" y1="50%" y2="50%" />
                  <circle class="r-dot" cx={`${score}%`} cy="50%" r="6" />
                </svg>
                <span class="num">{words.categoryScore(score)}</span>
              </dd>
            </div>
          ))}
        </dl>
      </section>
      <FirstFixes result={result} />
      <Checks result={result} />
    </>
  );
}
