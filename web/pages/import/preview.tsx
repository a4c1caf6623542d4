import type { useDays } from "../../api/days.ts";
import { listed } from "../../figures/number.ts";
import { beginningOf, WrongRows } from "../../forms/wrong-rows.tsx";
import { importing as words } from "../../words/import.ts";
import { assistant } from "../../words.ts";
import type { ImportedAnswer, Row } from "./answers.ts";
import type { Table } from "./table.ts";

const shownMost = 5;
const lettersMost = 160;

interface PreviewProps {
  rows: readonly Row[];
  good: readonly Row[];
  unit: Table["unit"];
  /** A day as the project says it. */
  day: Days;
}

type Days = ReturnType<typeof useDays>;

/** What will be imported, with its first rows, and which rows are left out and why. */
export function Preview({ rows, good, unit, day }: PreviewProps) {
  const wrong = rows.filter((row) => row.wrong !== null);
  const answers = good.flatMap(({ answer }) => (answer ? [answer] : []));
  const noAddress = good.reduce((sum, row) => sum + row.noAddress, 0);
  const shortened = good.reduce((sum, row) => sum + row.shortened, 0);
  return (
    <section class="sec taken" aria-labelledby="pre">
      <h2 id="pre">{words.preview}</h2>
      <p role="status">
        {words.count(answers.length, wrong.length)}. {answers.length > 0 && spread(answers, day)}{" "}
        {noAddress > 0 && words.noAddress(noAddress)} {shortened > 0 && words.shortened(shortened)}
      </p>
      <WrongRows
        rows={wrong.map(({ at, wrong, text }) => ({
          place: words.place[unit](at),
          says: wrong ? words.wrong[wrong] : "",
          text,
        }))}
      />
      {answers.length > 0 && <FirstRows answers={answers} day={day} />}
    </section>
  );
}

/** How many prompts and assistants they are, and of which days. */
function spread(answers: readonly ImportedAnswer[], day: Days): string {
  const prompts = new Set(answers.map(({ prompt }) => prompt.toLowerCase())).size;
  const counts = new Map<string, number>();
  for (const { provider } of answers) counts.set(provider, (counts.get(provider) ?? 0) + 1);
  const assistants = [...counts].map(([provider, count]) => `${assistant(provider)} ${count}`);
  const days = answers.flatMap(({ answeredAt }) => (answeredAt ? [answeredAt] : [])).sort();
  const undated = answers.length - days.length;
  return [
    words.contents(prompts, assistants),
    days.length > 0 && words.days(day(days[0]!), day(days.at(-1)!)),
    undated > 0 && words.undated(undated),
  ]
    .filter(Boolean)
    .join(" ");
}

const FirstRows = ({ answers, day }: { answers: readonly ImportedAnswer[]; day: Days }) => {
  const tagged = answers.some(({ tags }) => tags);
  return (
    <table class="rows first-rows">
      <caption class="note">{words.first(Math.min(shownMost, answers.length), answers.length)}</caption>
      <thead>
        <tr>
          <th scope="col">{words.fields.prompt}</th>
          <th scope="col">{words.fields.provider}</th>
          <th scope="col">{words.fields.answer}</th>
          <th scope="col">{words.fields.answeredAt}</th>
          <th scope="col" class="num">
            {words.fields.citations}
          </th>
          {tagged && <th scope="col">{words.fields.tags}</th>}
        </tr>
      </thead>
      <tbody>
        {answers.slice(0, shownMost).map(({ prompt, provider, answer, answeredAt, citations, tags }, at) => (
          <tr key={at}>
            <th scope="row">
              <bdi>{beginningOf(prompt, lettersMost)}</bdi>
            </th>
            <td class="whole">{assistant(provider)}</td>
            <td>
              <bdi>{beginningOf(answer, lettersMost)}</bdi>
            </td>
            <td class="whole">{answeredAt ? day(answeredAt, "shortDay") : ""}</td>
            <td class="num">{citations?.length ?? 0}</td>
            {tagged && (
              <td>
                <bdi>{listed(tags ?? [])}</bdi>
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
};
