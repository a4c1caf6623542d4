import { useEffect, useMemo, useState } from "preact/hooks";
import { lazy, useLocation } from "preact-iso";
import { answerTerms, isOpen, type Query, withTerms } from "../../address.ts";
import { useDays } from "../../api/days.ts";
import { type FullReport, reportOf } from "../../api/questions.ts";
import { refresh, useKnown } from "../../api/resource.ts";
import { type AnswerRow, everyRowOf } from "../../api/row-questions.ts";
import { filterKey, isNarrow, promptFilterOf } from "../../filter.ts";
import { Bones, Trouble } from "../../parts/states.tsx";
import { DataTable, type ShownColumn } from "../../tables/data-table.tsx";
import { LongTable } from "../../tables/long-table.tsx";
import { choosing } from "../../words/choosing.ts";
import { rows as words } from "../../words/rows.ts";
import { assistant } from "../../words.ts";
import { fileColumnsOf } from "./file-columns.ts";
import { matchingRows } from "./matching-rows.ts";
import "../answers/answers.css";

const OneAnswer = lazy(() => import("../answers/one-answer.tsx").then((part) => part.OneAnswer));

/** `/reports/{id}?show=rows`: every answer of a report as a row; `&prompt=…&open=…` one of them, word for word. */
export function RowsPage({ report }: { report: FullReport }) {
  const { path, query } = useLocation();
  const [coming, setComing] = useState<readonly AnswerRow[]>([]);
  const filter = promptFilterOf(query);
  useEffect(() => setComing([]), [filterKey(filter)]);
  const question = everyRowOf(report.id, setComing, filter);
  const { value, problem } = useKnown(question);
  const rows = value?.rows ?? coming;
  const open = rows.find((row) => !row.failed && isOpen(row, query));
  if (open)
    return (
      <OneAnswer
        report={report}
        target={open}
        back={{ href: withTerms(path, query, { open: "", prompt: "" }), says: words.toTable }}
        renew={() => void refresh(reportOf(report.id))}
      />
    );
  return (
    <>
      <h1 class="plain">{words.title}</h1>
      <p class="sub">{words.says}</p>
      {filter.tag && <p class="sub">{words.onlyTagged(filter.tag)}</p>}
      {problem && (
        <Trouble problem={problem} hasValue={rows.length > 0} again={() => void refresh(question)} />
      )}
      {!value && !problem && (
        <p class="note" role="status">
          {words.coming(coming.length, report.progress.jobs_total)}
        </p>
      )}
      {value && !value.all && <p class="notice calm">{words.cut(rows.length)}</p>}
      {rows.length === 0 && !value && !problem && <Bones heights={[420]} />}
      {value && rows.length === 0 && <p class="stand">{isNarrow(filter) ? words.noneSo : words.none}</p>}
      {rows.length > 0 && <Rows rows={rows} report={report} />}
    </>
  );
}

const filters = ["assistant", "brand", "named", "cited", "intent"] as const;

function Rows({ rows, report }: { rows: readonly AnswerRow[]; report: FullReport }) {
  const { path, query, route } = useLocation();
  const day = useDays(report.project_id);
  const intents = useMemo(() => intentsOf(report), [report]);
  const visibleRows = useMemo(
    () => matchingRows(rows, query, intents),
    [rows, intents, ...filters.map((filter) => query[filter])],
  );
  const providers = useMemo(() => [...new Set(rows.map(({ provider }) => provider))], [rows]);
  const options: Record<(typeof filters)[number], Record<string, string>> = {
    assistant: Object.fromEntries(providers.map((provider) => [provider, assistant(provider)])),
    brand: Object.fromEntries(report.competitors.map(({ name }) => [name, name])),
    intent: intentOptions(intents, report.prompts.length),
    ...words.options,
  };
  const any = { ...words.any, brand: report.brand };
  const offered = filters.filter((filter) => Object.keys(options[filter]).length > 0);
  const to = (terms: Query) => withTerms(path, query, terms);
  return (
    <>
      <DataTable
        name="answers"
        label={words.label}
        rows={visibleRows}
        keyOf={({ id }) => id}
        columns={columnsOf((row) => to(answerTerms(row)), day)}
        fileColumns={fileColumnsOf(report)}
        long={LongTable}
        choices={offered.map((filter) => (
          <select
            key={filter}
            aria-label={words.filters[filter]}
            value={query[filter] ?? ""}
            onChange={({ currentTarget }) => route(to({ [filter]: currentTarget.value }), true)}
          >
            <option value="">{any[filter]}</option>
            {Object.entries(options[filter]).map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </select>
        ))}
      />
      {visibleRows.length === 0 && <p class="soft none">{words.noneSo}</p>}
    </>
  );
}

const intentsOf = ({ prompts }: FullReport): Map<string, string> =>
  new Map(prompts.flatMap(({ prompt_key, intent }) => (intent ? [[prompt_key, intent]] : [])));

/** The intents there are, and that of prompts without one; none where no prompt has any. */
function intentOptions(intents: ReadonlyMap<string, string>, prompts: number): Record<string, string> {
  const names = [...new Set(intents.values())].sort();
  const all = names.map((name) => [name, name]);
  if (names.length > 0 && intents.size < prompts) all.push(["-", choosing.noIntent]);
  return Object.fromEntries(all);
}

const columnsOf = (
  to: (row: AnswerRow) => string,
  day: ReturnType<typeof useDays>,
): ShownColumn<AnswerRow>[] => [
  {
    key: "prompt",
    head: words.heads.prompt,
    text: ({ prompt }) => prompt,
    cell: (row) =>
      row.failed ? (
        <bdi>{row.prompt}</bdi>
      ) : (
        <a href={to(row)}>
          <bdi>{row.prompt}</bdi>
        </a>
      ),
  },
  {
    key: "assistant",
    head: words.heads.assistant,
    whole: true,
    text: ({ provider }) => assistant(provider),
  },
  {
    key: "sample",
    head: words.heads.sample,
    num: true,
    wide: true,
    text: ({ sample }) => String(sample),
    by: ({ sample }) => sample,
  },
  {
    key: "named",
    head: words.heads.mention,
    whole: true,
    text: ({ failed, place }) =>
      failed ? words.failed : place === null ? words.noMention : words.mention(place),
    by: ({ failed, place }) => (failed ? 1001 : (place ?? 1000)),
  },
  {
    key: "others",
    head: words.heads.others,
    wide: true,
    text: ({ others }) => others.join(", "),
  },
  {
    key: "sources",
    head: words.heads.sources,
    num: true,
    wide: true,
    text: ({ sources }) => String(sources),
    by: ({ sources }) => sources,
  },
  { key: "model", head: words.heads.model, wide: true, text: ({ model }) => model ?? "" },
  {
    key: "day",
    head: words.heads.day,
    wide: true,
    text: ({ answeredAt }) => (answeredAt ? day(answeredAt, "shortDay") : ""),
    by: ({ answeredAt }) => answeredAt ?? "",
  },
];
