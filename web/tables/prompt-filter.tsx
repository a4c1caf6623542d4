import type { ComponentChildren } from "preact";
import { useLocation } from "preact-iso";
import { type Query, withTerms } from "../address.ts";
import { choosing } from "../words/choosing.ts";
import "./prompt-filter.css";
import { searched } from "./searched.ts";

interface Prompt {
  prompt: string;
  intent: string | null;
}

/** From so many prompts on they can be filtered by words. */
const manyPrompts = 8;
/** Stands in the address for prompts without an intent. */
const none = "-";

/** The prompts that are as the address asks: of an intent, holding every word, in any case. */
export function chosenPrompts<T extends Prompt>(prompts: readonly T[], { intent, words = "" }: Query): T[] {
  const terms = searched(words).split(/\s+/).filter(Boolean);
  return prompts.filter(
    (each) =>
      (!intent || (each.intent ?? none) === intent) &&
      terms.every((word) => searched(each.prompt).includes(word)),
  );
}

/** Chooses prompts by intent and by words, in the address; `children` are further choices. */
export function PromptFilter({
  prompts,
  matchCount,
  children,
}: {
  prompts: readonly Prompt[];
  matchCount: number;
  children?: ComponentChildren;
}) {
  const { path, query, route } = useLocation();
  const intents = [...new Set(prompts.map(({ intent }) => intent ?? none))].sort();
  const set = (name: string, value: string) => route(withTerms(path, query, { [name]: value }), true);
  const many = prompts.length >= manyPrompts;
  const byIntent = intents.length > 1;
  if (!many && !byIntent && !children) return null;
  return (
    <div class="prompt-filter">
      {children}
      {byIntent && (
        <select
          aria-label={choosing.intent}
          value={query.intent ?? ""}
          onChange={({ currentTarget }) => set("intent", currentTarget.value)}
        >
          <option value="">{choosing.anyIntent}</option>
          {intents.map((intent) => (
            <option key={intent} value={intent}>
              {intent === none ? choosing.noIntent : intent}
            </option>
          ))}
        </select>
      )}
      {many && (
        <input
          type="search"
          aria-label={choosing.words}
          placeholder={choosing.words}
          value={query.words ?? ""}
          onInput={({ currentTarget }) => set("words", currentTarget.value)}
        />
      )}
      {matchCount < prompts.length && (
        <span class="soft" role="status">
          {choosing.ofAll(matchCount, prompts.length)}
        </span>
      )}
    </div>
  );
}
