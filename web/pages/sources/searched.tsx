import { useMemo, useState } from "preact/hooks";
import { refresh, useKnown } from "../../api/resource.ts";
import { type AnswerRow, everyRowOf } from "../../api/row-questions.ts";
import { Bones, Trouble } from "../../parts/states.tsx";
import { DataTable } from "../../tables/data-table.tsx";
import { LongTable } from "../../tables/long-table.tsx";
import { rows as rowWords } from "../../words/rows.ts";
import { searches as words } from "../../words/searches.ts";
import { assistant } from "../../words.ts";
import { searchesOf } from "./searches.ts";

/** What the assistants searched for in a report: asked for when it is opened, as it takes every answer. */
export function Searched({ reportId }: { reportId: string }) {
  const [open, setOpen] = useState(false);
  return (
    <section class="sec" aria-labelledby="searched">
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary id="searched">{words.title}</summary>
        {open && <Asked reportId={reportId} />}
      </details>
    </section>
  );
}

function Asked({ reportId }: { reportId: string }) {
  const question = everyRowOf(reportId, () => {});
  const { value, problem } = useKnown(question);
  if (problem) return <Trouble problem={problem} again={() => void refresh(question)} />;
  if (!value) return <Bones heights={[160]} />;
  return (
    <>
      {!value.all && <p class="notice calm">{rowWords.cut(value.rows.length)}</p>}
      <Table rows={value.rows} />
    </>
  );
}

function Table({ rows }: { rows: readonly AnswerRow[] }) {
  const distinctSearches = useMemo(() => searchesOf(rows), [rows]);
  if (distinctSearches.length === 0) return <p class="stand">{words.none}</p>;
  const silent = rows.filter(({ failed, searches }) => !failed && searches.length === 0).length;
  return (
    <>
      <DataTable
        name="searches"
        label={words.label}
        rows={distinctSearches}
        keyOf={(search) => search.words}
        long={LongTable}
        columns={[
          { key: "words", head: words.head, text: (search) => search.words },
          {
            key: "assistants",
            head: words.assistants,
            wide: true,
            text: ({ providers }) => providers.map(assistant).join(", "),
          },
          {
            key: "answers",
            head: words.answers,
            num: true,
            text: ({ answers }) => String(answers),
            by: ({ answers }) => answers,
          },
        ]}
      />
      {silent > 0 && <p class="note">{words.silent(silent)}</p>}
    </>
  );
}
