import { useMemo, useState } from "preact/hooks";
import { useLocation, useRoute } from "preact-iso";
import { reportPath } from "../../address.ts";
import { useDays } from "../../api/days.ts";
import { limits } from "../../api/limits.ts";
import { projectOf } from "../../api/questions.ts";
import { useKnown } from "../../api/resource.ts";
import { FileField } from "../../forms/file-field.tsx";
import { Outcome } from "../../forms/form.tsx";
import { useSaving } from "../../forms/saving.ts";
import { Frame } from "../../parts/frame.tsx";
import { useMay } from "../../parts/may.ts";
import { download } from "../../tables/download.ts";
import { importing as words } from "../../words/import.ts";
import { answersOf, askedDate, type ForAll, importBytesMax, importCitationsMax } from "./answers.ts";
import { ColumnChoice, DateOrder } from "./column-choice.tsx";
import { type Columns, columnsOf, neededFields } from "./columns.ts";
import "./import.css";
import { Preview } from "./preview.tsx";
import { importAnswers, issuesOf } from "./sending.ts";
import { type Table, tableOf } from "./table.ts";
import { templateOf } from "./template.ts";

/** `/projects/{id}/import`: a report from answers in a file. */
export function Page() {
  const { projectId = "" } = useRoute().params;
  const { value: project } = useKnown(projectOf(projectId));
  const { viewer } = useMay();
  return (
    <Frame projectId={projectId} section={null} title={words.title}>
      <h1 class="plain">{words.title}</h1>
      {viewer ? (
        <p class="stand">{words.viewer}</p>
      ) : (
        <>
          <p class="stand">{words.says}</p>
          <p class="sub">{words.period}</p>
          <FromFile projectId={projectId} brand={project?.brand ?? ""} />
        </>
      )}
    </Frame>
  );
}

interface Taken {
  name: string;
  /** Null where the file has no list. */
  table: Table | null;
  takenAt: Date;
}

const nothingSaid: ForAll = { provider: null, day: "", order: null };

function FromFile({ projectId, brand }: { projectId: string; brand: string }) {
  const { route } = useLocation();
  const day = useDays(projectId);
  const [file, setFile] = useState<Taken | null>(null);
  const [columns, setColumns] = useState<Columns>(columnsOf([]));
  const [forAll, setForAll] = useState<ForAll>(nothingSaid);
  const [outcome, setOutcome] = useState<{ reportId: string; warnings: string[] } | null>(null);
  const saving = useSaving();
  const table = file?.table ?? null;
  const rows = useMemo(
    () => (file && table ? answersOf(table, columns, forAll, file.takenAt) : []),
    [file, columns, forAll],
  );
  const missing = neededFields.filter(
    (field) => columns[field] === null && !(field === "provider" && forAll.provider),
  );
  const good = rows.filter(({ wrong }) => wrong === null);
  const answers = good.flatMap(({ answer }) => (answer ? [answer] : []));
  const bytes = useMemo(() => new Blob([JSON.stringify(answers)]).size, [rows]);
  const tooMany = answers.length > limits.ImportAnswersRequest.max;
  const tooLarge = bytes > importBytesMax;
  const sources = answers.reduce((sum, { citations = [] }) => sum + citations.length, 0);
  const tooCited = sources > importCitationsMax;
  const ambiguity = useMemo(() => (table ? askedDate(table, columns) : null), [file, columns]);
  const ready =
    missing.length === 0 &&
    (ambiguity === null || forAll.order !== null) &&
    answers.length > 0 &&
    !tooMany &&
    !tooLarge &&
    !tooCited;

  function take(text: string, name: string) {
    const newTable = tableOf(text);
    saving.forget();
    setFile({ name, table: newTable, takenAt: new Date() });
    setColumns(columnsOf(newTable?.columns ?? []));
    setForAll({ ...forAll, order: null });
  }

  const send = () =>
    saving.run(async () => {
      const { report, warned } = await importAnswers(projectId, answers);
      const warnings = warned.flatMap((code) => words.warnings[code] ?? []);
      if (warnings.length === 0) route(reportPath(report.id));
      else setOutcome({ reportId: report.id, warnings });
    });

  if (outcome)
    return (
      <>
        <h2>{words.imported}</h2>
        {outcome.warnings.map((warning) => (
          <p key={warning} class="notice" role="status">
            {warning}
          </p>
        ))}
        <p class="does">
          <a class="btn prime" href={reportPath(outcome.reportId)}>
            {words.see}
          </a>
        </p>
      </>
    );
  return (
    <form
      class="import"
      onSubmit={(event) => {
        event.preventDefault();
        if (ready && !saving.busy) void send();
      }}
    >
      <FileField
        label={words.file}
        hint={words.fileHow}
        accept=".csv,.tsv,.json,.jsonl,.ndjson,.txt,text/csv,application/json"
        bytesMost={importBytesMax}
        take={take}
      />
      <p class="note">
        <button
          type="button"
          class="link"
          onClick={() =>
            download("answers.csv", "text/csv", templateOf(brand, new Date().toISOString().slice(0, 10)))
          }
        >
          {words.template}
        </button>
      </p>
      {file && (table === null || table.rows.length === 0) && (
        <p class="notice" role="alert">
          {table === null ? words.noList : words.noRows}
        </p>
      )}
      {table && table.rows.length > 0 && (
        <>
          {table.cut && <p class="notice">{words.cut}</p>}
          <ColumnChoice
            names={table.columns}
            columns={columns}
            setColumns={setColumns}
            forAll={forAll}
            setForAll={setForAll}
          />
          {ambiguity && <DateOrder ambiguity={ambiguity} forAll={forAll} setForAll={setForAll} />}
          {missing.length > 0 ? (
            <p class="notice" role="status">
              {words.missing(missing)}
            </p>
          ) : (
            <Preview rows={rows} good={good} unit={table.unit} day={day} />
          )}
          {tooMany && (
            <p class="notice" role="alert">
              {words.many(answers.length)}
            </p>
          )}
          {tooLarge && !tooMany && (
            <p class="notice" role="alert">
              {words.large}
            </p>
          )}
          {tooCited && !tooMany && !tooLarge && (
            <p class="notice" role="alert">
              {words.cited(sources)}
            </p>
          )}
          {issuesOf(saving.problem, (at) => words.place[table.unit](good[at]?.at ?? at + 1)).map((issue) => (
            <p key={issue} class="notice">
              {issue}
            </p>
          ))}
          <Outcome saving={saving} />
          <p class="does">
            <button type="submit" class="prime" disabled={!ready || saving.busy}>
              {saving.busy ? words.busy : words.act(answers.length)}
            </button>
          </p>
        </>
      )}
    </form>
  );
}
