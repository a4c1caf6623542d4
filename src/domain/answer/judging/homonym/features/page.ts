import { foldedKey } from "../../../../text/fold.ts";
import { nearnessOfWord } from "../../../../text/meaning/word-meaning.ts";
import type { Occurrence } from "../occurrence.ts";
import type { FeatureName, Found } from "./feature-name.ts";

const highFit = 0.35;
const lowFit = 0.15;
const lowBest = 0.5;

/** Whether a feature is one of those that `pageNumbersOf` gives. */
export const isOfPage = (name: FeatureName): boolean =>
  /^(?:other_)?(?:page_|among_names|among_words)|^fit_of_(?:next|previous)$/.test(name);

/** The features of the whole answer, of the list that the name stands in, and of the meaning of its neighbours. */
export function* pageNumbersOf(occurrence: Occurrence, found: Found): Iterable<[FeatureName, number]> {
  if (found.has("name_is_function_word")) return;
  const { language } = occurrence;
  const other = language !== null && language !== "en";
  const of = (name: string) => (other ? `other_${name}` : name) as FeatureName;
  const companions = occurrence.companions();
  const page = occurrence.page();
  const names = companions.filter((each) => each === "name").length;
  const words = companions.length - names;
  // The first tells most.
  if (names > 0) yield [of("among_names"), names / (names + words + 0.5)];
  if (words > 0) yield [of("among_words"), words / (names + words + 0.5)];
  if (page.lowered) yield [of("page_lowered"), 1];
  if (page.capital) yield [of("page_capital"), 1];
  if (page.lowered && !page.capital) yield [of("page_lowered_only"), 1];
  if (!other) yield* neighboursOf(occurrence);
  if (page.sold === null || page.best === null) return void (yield [of("page_unknown"), 1]);
  yield [of("page_fit"), page.sold];
  yield [of("page_fit_high"), Math.max(0, page.sold - highFit)];
  yield [of("page_fit_low"), Math.max(0, lowFit - page.sold)];
  yield [of("page_best"), page.best];
  yield [of("page_best_low"), Math.max(0, lowBest - page.best)];
  if (page.sense !== null) yield [of("page_sense_over_fit"), Math.max(0, page.sense - page.sold)];
  const inForm = (name: string, holds: boolean): [FeatureName, number][] =>
    holds ? [[of(name), page.sold as number]] : [];
  yield* inForm("page_fit_of_opening", found.has("opens_sentence") || found.has("opens_block"));
  yield* inForm("page_fit_of_emphasis", found.has("emphasis_opens") || found.has("emphasis_encloses"));
  yield* inForm("page_fit_of_free_capital", found.has("free_capital"));
  yield* inForm(
    "page_fit_after_foreign",
    found.has("after_foreign_capital") || found.has("after_opening_word"),
  );
}

// "Tide Hygienic Clean", "Tide account": what the neighbours are about.
function* neighboursOf({ profile, context }: Occurrence): Iterable<[FeatureName, number]> {
  const next = /^[\s-](\p{L}{3,})/u.exec(context.after.slice(0, 30))?.[1];
  const previous = /(\p{L}{3,})[\s-]$/u.exec(context.before.slice(-30))?.[1];
  if (next) yield ["fit_of_next", nearnessOfWord(foldedKey(next), profile.sold) ?? 0];
  if (previous) yield ["fit_of_previous", nearnessOfWord(foldedKey(previous), profile.sold) ?? 0];
}
