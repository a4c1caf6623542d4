import { useLocation } from "preact-iso";
import { isFew } from "../../../src/figures/figures-in-words.ts";
import { answersPath } from "../../address.ts";
import type { FullReport } from "../../api/questions.ts";
import { along } from "../../figures/along.ts";
import { Boxes } from "../../parts/boxes.tsx";
import { why } from "../../words.ts";
import { type Reason, reasonsOf } from "./reasons.ts";

/** Where the brand is named and where not, and what is said of it. */
export function Reasons({ report, projectId }: { report: FullReport; projectId: string }) {
  const reasons = reasonsOf(report);
  const boxed = reasons.every(({ answers }) => isFew(answers));
  return (
    <section aria-labelledby="w">
      <h2 id="w">{why.title(report.brand)}</h2>
      <table class="why">
        <caption class="vh">{why.caption(report.brand)}</caption>
        <thead class="vh">
          <tr>
            <th scope="col">{why.question}</th>
            <th scope="col">{why.answers}</th>
            <th scope="col">{why.mentionRate}</th>
          </tr>
        </thead>
        <tbody>
          {reasons.map((reason) => (
            <Row key={reason.prompt} reason={reason} boxed={boxed} projectId={projectId} />
          ))}
        </tbody>
      </table>
      <p class="note">{boxed ? why.boxes(report.brand) : why.bars(report.brand)}</p>
    </section>
  );
}

function Row({ reason, boxed, projectId }: { reason: Reason; boxed: boolean; projectId: string }) {
  const { mentions, answers, prompt, promptKeys, wordings } = reason;
  const [share, of] = why.of(mentions, answers);
  const [key] = promptKeys;
  const { query } = useLocation();
  return (
    <tr>
      <th scope="row">
        <a href={answersPath(projectId, query, { prompt: key })}>
          <bdi>{prompt}</bdi>
        </a>
        {wordings > 1 && <span class="m2">{why.wordings(wordings)}</span>}
      </th>
      <td>
        {boxed ? (
          <Boxes mentions={mentions} answers={answers} />
        ) : (
          <svg class="share" aria-hidden="true">
            <line x1="0" x2="100%" y1="50%" y2="50%" />
            <line class="y" x1="0" x2={along(mentions / answers)} y1="50%" y2="50%" />
          </svg>
        )}
      </td>
      <td class="num">
        <b>{share}</b>
        {of}
      </td>
    </tr>
  );
}
