import { providers as allProviders } from "../../../src/reader/provider.ts";
import { limits } from "../../api/limits.ts";
import { useKnown } from "../../api/resource.ts";
import { tagsOf } from "../../api/tag-questions.ts";
import { changeWatches, type Watch, watchesOf } from "../../api/watch-questions.ts";
import { useEdits } from "../../forms/edits.ts";
import { Field, FormSection, SaveForm, TextField } from "../../forms/form.tsx";
import { useSaving } from "../../forms/saving.ts";
import { Await } from "../../parts/states.tsx";
import { form } from "../../words/form.ts";
import { settings } from "../../words/settings.ts";
import { assistant } from "../../words.ts";
import type { SectionProps } from "./page.tsx";
import { numberOf } from "./terms.ts";

const words = settings.watches;
const mostWatches = limits.SetWatchesRequest.watches.max;
type Direction = Watch["direction"];
const directions = Object.keys(words.directions) as Direction[];

/** A watch with its smallest change as it is typed. */
type WatchRow = Watch & { points: string };

const rowOf = (watch: Watch): WatchRow => ({
  ...watch,
  points: watch.at_least === 0 ? "" : String(watch.at_least),
});

const added = rowOf({
  ...{ metric: "appearance_rate", of: "brand", competitor: null, where: { tag: null, provider: null } },
  ...{ direction: "either", at_least: 0, idle_because: null, change: null },
});

/** One choice of a list: what it says, and what it sets. */
interface Choice {
  label: string;
  sets: Partial<Watch>;
}

const isSet = (watch: Watch, { sets }: Choice): boolean =>
  Object.entries(sets).every(
    ([field, value]) => JSON.stringify(watch[field as keyof Watch]) === JSON.stringify(value),
  );

/** Which changes of the project are told. */
export function WatchesSection({ project, locked }: SectionProps) {
  const question = watchesOf(project.id);
  const { value: list, problem } = useKnown(question);
  const { value: tags } = useKnown(tagsOf(project.id));
  const saving = useSaving();
  const { now, dirty, set, clear } = useEdits({ watches: (list?.watches ?? []).map(rowOf) });
  const { watches } = now;
  const editWatch = (at: number, change: Partial<WatchRow>) =>
    set(
      "watches",
      watches.map((watch, each) => (each === at ? { ...watch, ...change, idle_because: null } : watch)),
    );
  const save = () =>
    saving.run(async () => {
      await changeWatches(
        project.id,
        watches.map(({ points, ...watch }) => ({ ...watch, at_least: numberOf(points) ?? 0 })),
      );
      clear();
    });

  const whose: Choice[] = [
    { label: words.brand(project.brand), sets: { of: "brand", competitor: null } },
    { label: words.nearest, sets: { of: "gap", competitor: null } },
    ...project.competitors.flatMap(({ name }): Choice[] => [
      { label: words.gap(name), sets: { of: "gap", competitor: name } },
      { label: words.competitor(name), sets: { of: "competitor", competitor: name } },
    ]),
  ];
  const providers = project.providers ?? allProviders;
  const places: Choice[] = [
    { label: words.place(null, null), sets: { where: { tag: null, provider: null } } },
    ...(tags?.tags ?? []).map(({ tag }) => ({
      label: words.place(tag, null),
      sets: { where: { tag, provider: null } },
    })),
    ...providers.map((provider) => ({
      label: words.place(null, assistant(provider)),
      sets: { where: { tag: null, provider } },
    })),
  ];

  return (
    <FormSection title={words.title} says={words.says}>
      <Await question={question} value={list} problem={problem} />
      {list && (
        <SaveForm saving={saving} dirty={dirty} locked={locked} save={() => void save()} undo={clear}>
          {watches.length === 0 && <p class="soft">{words.none}</p>}
          <ol class="watches">
            {watches.map((watch, at) => (
              <li key={at}>
                <Chosen
                  label={words.of}
                  choices={whose}
                  other={
                    watch.of === "gap"
                      ? words.gap(watch.competitor ?? "")
                      : words.competitor(watch.competitor ?? "")
                  }
                  watch={watch}
                  issue={saving.issue(`/watches/${at}/competitor`) ?? saving.issue(`/watches/${at}`)}
                  put={(change) => editWatch(at, change)}
                />
                <Chosen
                  label={words.where}
                  choices={places}
                  other={words.place(
                    watch.where.tag,
                    watch.where.provider && assistant(watch.where.provider),
                  )}
                  watch={watch}
                  issue={saving.issue(`/watches/${at}/where/tag`)}
                  put={(change) => editWatch(at, change)}
                />
                <Field label={words.direction}>
                  {(fieldProps) => (
                    <select
                      {...fieldProps}
                      value={watch.direction}
                      onChange={({ currentTarget }) =>
                        editWatch(at, { direction: currentTarget.value as Direction })
                      }
                    >
                      {directions.map((each) => (
                        <option key={each} value={each}>
                          {words.directions[each]}
                        </option>
                      ))}
                    </select>
                  )}
                </Field>
                <TextField
                  label={words.atLeast}
                  issue={saving.issue(`/watches/${at}/atLeast`)}
                  value={watch.points}
                  set={(points) => editWatch(at, { points })}
                  type="number"
                  {...limits.SetWatchesRequest.watches.each.atLeast}
                  step="any"
                />
                {!locked && (
                  <button
                    type="button"
                    class="link"
                    aria-label={words.drop(at + 1)}
                    onClick={() =>
                      set(
                        "watches",
                        watches.filter((_, each) => each !== at),
                      )
                    }
                  >
                    {form.remove}
                  </button>
                )}
                {watch.idle_because && <p class="soft">{words.idle[watch.idle_because]}</p>}
                {watch.change && <p class="soft">{watch.change.says}</p>}
              </li>
            ))}
          </ol>
          {!locked && watches.length < mostWatches && (
            <button type="button" class="link" onClick={() => set("watches", [...watches, added])}>
              {words.add}
            </button>
          )}
        </SaveForm>
      )}
    </FormSection>
  );
}

interface ChosenProps {
  label: string;
  choices: readonly Choice[];
  /** What it says if it is none of these, which may have gone. */
  other: string;
  watch: Watch;
  issue: string | null;
  put(change: Partial<Watch>): void;
}

function Chosen({ label, choices, other, watch, issue, put: onEdit }: ChosenProps) {
  const choiceIndex = choices.findIndex((choice) => isSet(watch, choice));
  return (
    <Field label={label} issue={issue}>
      {(fieldProps) => (
        <select
          {...fieldProps}
          value={choiceIndex}
          onChange={({ currentTarget }) => onEdit(choices[Number(currentTarget.value)]?.sets ?? {})}
        >
          {choiceIndex < 0 && <option value={-1}>{other}</option>}
          {choices.map(({ label }, at) => (
            <option key={at} value={at}>
              {label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
