import { dayIn } from "../../figures/time.ts";
import { Field as FormField, TextField } from "../../forms/form.tsx";
import { importing as words } from "../../words/import.ts";
import { assistant } from "../../words.ts";
import type { ForAll } from "./answers.ts";
import { type ImportProvider, importProviders } from "./assistants.ts";
import { type Columns, type Field, fields, neededFields, unusedOf } from "./columns.ts";

interface ColumnChoiceProps {
  names: readonly string[];
  columns: Columns;
  setColumns(columns: Columns): void;
  forAll: ForAll;
  setForAll(forAll: ForAll): void;
}

/** Which column is what: as its headings say, to be changed by hand. */
export function ColumnChoice({ names, columns, setColumns, forAll, setForAll }: ColumnChoiceProps) {
  const unused = unusedOf(names, columns);
  const choose = (field: Field, value: string) => {
    const same = importProviders.find((each) => each === value) ?? null;
    setColumns({ ...columns, [field]: value === "" || same ? null : Number(value) });
    if (field === "provider") setForAll({ ...forAll, provider: same });
  };
  return (
    <section class="sec" aria-labelledby="cols">
      <h2 id="cols">{words.columns}</h2>
      <p class="sub">{words.columnsSay}</p>
      <div class="filters">
        {fields.map((field) => (
          <FormField key={field} label={words.fields[field]}>
            {(fieldProps) => (
              <select
                {...fieldProps}
                value={columns[field] ?? (field === "provider" ? (forAll.provider ?? "") : "")}
                onChange={({ currentTarget }) => choose(field, currentTarget.value)}
              >
                <option value="">{neededFields.includes(field) ? words.choose : words.notThere}</option>
                {names.map((name, at) => (
                  <option key={at} value={at}>
                    {name || words.columnNo(at)}
                  </option>
                ))}
                {field === "provider" && <SameForAll />}
              </select>
            )}
          </FormField>
        ))}
        <TextField
          label={words.day}
          type="date"
          value={forAll.day}
          set={(day) => setForAll({ ...forAll, day })}
        />
      </div>
      <p class="note">
        {words.dayHow} {unused.length > 0 && words.unused(unused)}
      </p>
    </section>
  );
}

interface DateOrderProps {
  ambiguity: { dateText: string; day: string; month: string };
  forAll: ForAll;
  setForAll(forAll: ForAll): void;
}

/** Which of two days is meant by dates such as 02/11/2026, where the file does not tell. */
export const DateOrder = ({ ambiguity, forAll, setForAll }: DateOrderProps) => (
  <fieldset class="plain fd">
    <legend class="label">{words.whichDay(ambiguity.dateText)}</legend>
    <ul class="checks">
      {(["day", "month"] as const).map((order) => (
        <li key={order}>
          <label>
            <input
              type="radio"
              name="order"
              checked={forAll.order === order}
              onChange={() => setForAll({ ...forAll, order })}
            />
            {dayIn("UTC", ambiguity[order])}
          </label>
        </li>
      ))}
    </ul>
    <p class="hint">{words.whichDaySays}</p>
  </fieldset>
);

const SameForAll = () => (
  <optgroup label={words.sameForAll}>
    {importProviders.map((provider: ImportProvider) => (
      <option key={provider} value={provider}>
        {assistant(provider)}
      </option>
    ))}
  </optgroup>
);
