import type { Readiness, ReadinessCheck } from "../../api/questions.ts";
import { readiness as words } from "../../words/acting.ts";

type Result = Readiness["result"];

/** The checks that cost the most, each with what to do. */
export function FirstFixes({ result }: { result: Result }) {
  const first = result.top_fixes.flatMap((id) => result.checks.find((check) => check.id === id) ?? []);
  return (
    <section class="sec" aria-labelledby="first">
      <h2 id="first">{words.first}</h2>
      {first.length === 0 ? (
        <p class="sub">{words.nothing}</p>
      ) : (
        <ol class="fixes">
          {first.map((check) => (
            <li key={check.id}>
              <h3>{check.title}</h3>
              <p>{withCode(check.fix ?? check.message)}</p>
              <p class="note">
                {check.message} {words.counts} {words.of100(check.weight)}.
              </p>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

/** All twenty, by what they are about. */
export function Checks({ result }: { result: Result }) {
  return (
    <section class="sec" aria-labelledby="all">
      <h2 id="all">{words.all}</h2>
      {result.categories.map(({ id, title }) => (
        <table class="rows checked" key={id}>
          <caption>{title}</caption>
          <thead>
            <tr>
              <th scope="col">{words.check1}</th>
              <th scope="col" class="found">
                {words.finding}
              </th>
              <th scope="col" class="num">
                {words.counts}
              </th>
            </tr>
          </thead>
          <tbody>
            {result.checks
              .filter(({ category }) => category === id)
              .map((check) => (
                <Row key={check.id} check={check} />
              ))}
          </tbody>
        </table>
      ))}
    </section>
  );
}

function Row({ check }: { check: ReadinessCheck }) {
  const bad = check.status === "warn" || check.status === "fail";
  const evidence = check.evidence ? JSON.stringify(check.evidence, null, 2) : null;
  return (
    <tr>
      <th scope="row">
        {check.title}
        <span class={bad ? "state bad" : "state"}>{words.states[check.status]}</span>
      </th>
      <td class="found">
        {check.message}
        {check.fix && <span class="fix">{withCode(check.fix)}</span>}
        {evidence && evidence !== "{}" && (
          <details>
            <summary>{words.evidence}</summary>
            <pre>{evidence}</pre>
          </details>
        )}
      </td>
      <td class="num">{check.weight}</td>
    </tr>
  );
}

/** What stands in backticks is to be typed as it is. */
const withCode = (text: string) =>
  text.split("`").map((part, at) => (at % 2 === 1 ? <code key={part}>{part}</code> : part));
