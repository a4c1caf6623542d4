import { useEffect, useState } from "preact/hooks";
import { type CorrectionEffect, correct, effectOf, type Saying } from "../../api/correction-questions.ts";
import { limits } from "../../api/limits.ts";
import { Field, TextField } from "../../forms/form.tsx";
import { FormDialog } from "../../forms/form-dialog.tsx";
import { useSaving } from "../../forms/saving.ts";
import { Effect } from "../../parts/corrections/effect.tsx";
import { corrections as words } from "../../words/corrections.ts";

interface SayProps {
  projectId: string;
  saying: Saying;
  /** What the button says that opens the dialog. */
  open: string;
  label: string;
  /** It was saved: stored answers are read again. */
  said(): void;
}

/** Says of an occurrence that it is a brand, or is not, after showing what that would change. */
export function Say({ projectId, saying, open, label, said: onSaid }: SayProps) {
  const [effect, setEffect] = useState<CorrectionEffect | null>(null);
  const [note, setNote] = useState("");
  const saving = useSaving();
  return (
    <FormDialog
      link
      open={open}
      label={label}
      title={`${open}?`}
      act={words.save}
      ready={effect !== null}
      saving={saving}
      save={async () => {
        const done = await saving.run(() => correct(projectId, saying, note));
        if (done) onSaid();
        return done;
      }}
      closed={() => {
        setEffect(null);
        setNote("");
      }}
    >
      <Looking
        look={() =>
          saving.run(async () => {
            setEffect(await effectOf(projectId, saying));
          })
        }
        effect={effect}
      />
      <Note value={note} set={setNote} />
    </FormDialog>
  );
}

/** Adds another name of a brand in the same way. */
export function SayAlias({
  projectId,
  brands,
  said: onSaid,
}: {
  projectId: string;
  /** The own brand, then the rivals. */
  brands: readonly string[];
  said(): void;
}) {
  const [alias, setAlias] = useState("");
  const [brand, setBrand] = useState(brands[0] ?? "");
  const [effect, setEffect] = useState<CorrectionEffect | null>(null);
  const [note, setNote] = useState("");
  const saving = useSaving();
  const saying: Saying = { kind: "alias", alias: alias.trim(), brand };
  const save = async (): Promise<boolean> => {
    if (effect === null) {
      await saving.run(async () => setEffect(await effectOf(projectId, saying)));
      return false;
    }
    const done = await saving.run(() => correct(projectId, saying, note));
    if (done) onSaid();
    return done;
  };
  return (
    <FormDialog
      open={words.alias}
      title={words.aliasTitle}
      says={words.aliasSays}
      act={effect ? words.save : words.look}
      ready={alias.trim() !== ""}
      saving={saving}
      save={save}
      closed={() => {
        setAlias("");
        setEffect(null);
        setNote("");
      }}
    >
      <TextField
        label={words.aliasLabel}
        issue={saving.issue("/alias")}
        value={alias}
        set={(value) => {
          setAlias(value);
          setEffect(null);
        }}
        maxLength={limits.CompetitorInput.name.max}
        autoComplete="off"
      />
      <Field label={words.aliasOf}>
        {(fieldProps) => (
          <select
            {...fieldProps}
            value={brand}
            onChange={({ currentTarget }) => {
              setBrand(currentTarget.value);
              setEffect(null);
            }}
          >
            {brands.map((each) => (
              <option key={each} value={each}>
                {each}
              </option>
            ))}
          </select>
        )}
      </Field>
      {effect && <Effect effect={effect} />}
      {effect && <Note value={note} set={setNote} />}
    </FormDialog>
  );
}

const Note = ({ value, set }: { value: string; set(value: string): void }) => (
  <TextField
    label={words.note}
    hint={words.noteHint}
    value={value}
    set={set}
    maxLength={limits.CreateCorrectionRequest.note.max}
    autoComplete="off"
  />
);

/** Looks at what would change as soon as it is shown. */
function Looking({ look, effect }: { look(): Promise<unknown>; effect: CorrectionEffect | null }) {
  useEffect(() => {
    void look();
  }, []);
  if (effect) return <Effect effect={effect} />;
  return (
    <p class="soft" role="status">
      {words.looking}
    </p>
  );
}
