import { useState } from "preact/hooks";
import { useLocation, useRoute } from "preact-iso";
import { isOpen, reportPath, withTerms } from "../../address.ts";
import { useDays } from "../../api/days.ts";
import { type FullReport, latestReport } from "../../api/questions.ts";
import { refresh, useKnown } from "../../api/resource.ts";
import { everyRowOf } from "../../api/row-questions.ts";
import { filterIn, filterOf } from "../../filter.ts";
import { Boxes } from "../../parts/boxes.tsx";
import { Taught } from "../../parts/corrections/taught.tsx";
import { useMay } from "../../parts/may.ts";
import { Newest } from "../../parts/newest.tsx";
import { Bones, Trouble } from "../../parts/states.tsx";
import { chosenPrompts, PromptFilter } from "../../tables/prompt-filter.tsx";
import { answer as answerWords, answers as words } from "../../words/answers.ts";
import { choosing } from "../../words/choosing.ts";
import { corrections } from "../../words/corrections.ts";
import { rows } from "../../words/rows.ts";
import { assistant, why } from "../../words.ts";
import "./answers.css";
import { gridOf, gridOfRival } from "./grid.ts";
import { OneAnswer } from "./one-answer.tsx";
import { PromptAnswers } from "./prompt-answers.tsx";
import { ReadingAgain } from "./reading-again.tsx";

/** `/projects/{id}/answers?prompt=…&of=…&open=…`: the grid, one prompt's answers, or one answer. */
export function Page() {
  const { projectId = "" } = useRoute().params;
  const { path, query } = useLocation();
  const renew = () => void refresh(latestReport(projectId, filterOf(query)));
  return (
    <Newest projectId={projectId} section="answers" title={words.title} none={words.none}>
      {(report) => {
        const prompt = report.prompts.find(({ prompt_key }) => prompt_key === query.prompt);
        const answer = prompt?.answers.find((each) =>
          isOpen({ ...each, promptKey: prompt.prompt_key }, query),
        );
        if (prompt && answer) {
          return (
            <OneAnswer
              report={report}
              target={{ ...answer, promptKey: prompt.prompt_key, prompt: prompt.prompt }}
              back={{ href: withTerms(path, query, { open: "" }), says: answerWords.back }}
              renew={renew}
            />
          );
        }
        if (prompt) return <PromptAnswers prompt={prompt} />;
        return <Grid report={report} renew={renew} />;
      }}
    </Newest>
  );
}

const nothing = () => undefined;

function Grid({ report, renew }: { report: FullReport; renew(): void }) {
  const { metrics, providers, corrected } = report;
  const day = useDays(report.project_id);
  const [since, setSince] = useState<number | null>(null);
  const { may } = useMay();
  const { path, query, route } = useLocation();
  const rival = report.competitors.find(({ name }) => name === query.brand)?.name ?? null;
  const question = rival === null ? null : everyRowOf(report.id, nothing);
  const { value: everyRow, problem } = useKnown(question);
  const own = gridOf({ ...report, prompts: chosenPrompts(report.prompts, query) });
  const lines = rival !== null && everyRow ? gridOfRival(own, everyRow, rival) : own;
  const waits = rival !== null && !everyRow;
  const to = (promptKey: string, provider?: string) =>
    withTerms(path, { prompt: promptKey, of: provider }, filterIn(query));
  return (
    <>
      <p class="sub">
        {words.says(metrics.answers, metrics.prompts, day(report.measured_at ?? ""))}{" "}
        {choosing.names(rival ?? report.brand)}
      </p>
      <p class="sub">
        <a href={reportPath(report.id, { show: "rows", ...filterIn(query) })}>{rows.all}</a>
      </p>
      {corrected && <p class="note">{corrections.resting(corrected.occurrences, corrected.answers)}</p>}
      <ReadingAgain report={report} since={since} renew={renew} />
      <PromptFilter prompts={report.prompts} matchCount={lines.length}>
        {report.competitors.length > 0 && (
          <select
            aria-label={choosing.brand}
            value={rival ?? ""}
            onChange={({ currentTarget }) =>
              route(withTerms(path, query, { brand: currentTarget.value }), true)
            }
          >
            <option value="">{report.brand}</option>
            {report.competitors.map(({ name }) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
        )}
      </PromptFilter>
      {question && problem && <Trouble problem={problem} again={() => void refresh(question)} />}
      {waits && !problem && <Bones heights={[300]} />}
      {everyRow && !everyRow.all && (
        <p class="notice calm">
          {rows.cut(everyRow.rows.length)} {words.blank}
        </p>
      )}
      <table class="rows grid-of-answers" hidden={waits}>
        <thead>
          <tr>
            <th scope="col">{words.prompt}</th>
            {providers.map(({ provider }) => (
              <th scope="col" key={provider}>
                {assistant(provider)}
              </th>
            ))}
            <th scope="col" class="num">
              {why.mentionRate}
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ promptKey, prompt, cells, mentions, answers }) => (
            <tr key={promptKey}>
              <th scope="row">
                <a href={to(promptKey)}>
                  <bdi>{prompt}</bdi>
                </a>
              </th>
              {cells.map((cell) => (
                <td key={cell.provider} data-name={assistant(cell.provider)}>
                  {cell.mentions !== null && (
                    <a
                      class="cell"
                      href={to(promptKey, cell.provider)}
                      aria-label={words.cell(cell.provider, cell.mentions, cell.answers)}
                    >
                      <Boxes mentions={cell.mentions} answers={cell.answers} />
                      {cell.failed > 0 && (
                        <span class="soft">
                          {cell.failed} {words.failed}
                        </span>
                      )}
                    </a>
                  )}
                </td>
              ))}
              <td class="num">
                {mentions !== null && (
                  <>
                    <b>{mentions}</b> of {answers}
                  </>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <Taught projectId={report.project_id} locked={!may("editor")} undone={() => setSince(report.reading)} />
    </>
  );
}
