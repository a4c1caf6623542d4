import { useState } from "preact/hooks";
import { answerAt, type RawReport } from "../../api/questions.ts";
import { useKnown } from "../../api/resource.ts";
import { placesOf, stretchesOf } from "../../figures/marked.ts";
import { sayingOf } from "../../parts/saying.ts";
import { welcome } from "../../words/welcome.ts";
import { assistant, trouble } from "../../words.ts";

const words = welcome.run;

type Row = RawReport["rows"][number];

/** An answer that has come: who answered what and whether the brand is in it; opened, its words. */
export function CameAnswer({ reportId, row }: { reportId: string; row: Row }) {
  const [open, setOpen] = useState(false);
  const isNamed = row.brand_mentioned === true;
  const verdict =
    row.brand_mentioned === null
      ? words.missing
      : isNamed
        ? row.brand_position === 1
          ? words.first
          : words.mention
        : words.not;
  const line = (
    <>
      <span class="who">{assistant(row.provider)}</span> <bdi class="asked">{row.prompt}</bdi>{" "}
      <span class={isNamed ? "tag w" : "tag"}>{verdict}</span>
    </>
  );
  if (row.brand_mentioned === null) return <li class="line">{line}</li>;
  return (
    <li>
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary class="line">{line}</summary>
        {open && <Words reportId={reportId} row={row} />}
      </details>
    </li>
  );
}

function Words({ reportId, row }: { reportId: string; row: Row }) {
  const place = { promptKey: row.prompt_key, provider: row.provider, sample: row.sample };
  const { value: answer, problem } = useKnown(answerAt(reportId, place));
  if (!answer) return <p class="sub">{problem ? sayingOf(problem) : trouble.loading}</p>;
  const places = placesOf(answer);
  return (
    <div class="said" dir="auto">
      {stretchesOf(answer.answer_text, places).map(({ text, number, strong, heading }, at) =>
        number !== null && places[number - 1]?.kind === "own" ? (
          <mark key={at}>{text}</mark>
        ) : strong || heading ? (
          <b key={at}>{text}</b>
        ) : (
          text
        ),
      )}
    </div>
  );
}
