import { answerProfiles } from "../../src/planner/topics/answered/answer-profile.ts";
import {
  type Around,
  type Evidence,
  evidenceAt,
  evidenceByQuestion,
  evidenceOfBest,
  evidenceOfPages,
  type PageEvidence,
  pageLengths,
  type Question,
} from "../../src/planner/topics/answered/evidence.ts";
import { answeredMatch, type Weights } from "../../src/planner/topics/answered/match-by-answers.ts";
import { promptWords, spoken } from "../../src/planner/topics/prompt-word.ts";
import { brandTerms } from "../../src/planner/topics/search-words.ts";
import { siteOf } from "../../src/planner/topics/site.ts";
import { siteWords } from "../../src/planner/topics/site-words.ts";
import { stemmerFor } from "../../src/reader/text/language/stemmer.ts";
import { fit } from "../homonym/logistic.ts";
import type { Label, Site } from "./judged.ts";

/** A question with an answer, ready to be compared with the pages of its site. */
export interface Example {
  site: string;
  label: Label;
  /** The number of the page that was judged right; -1 if none is. */
  page: number;
  pages: readonly PageEvidence[];
  /** The evidence of a page if it were the nearest. */
  evidenceOf(best: number): Evidence;
  match(weights: Weights): NonNullable<ReturnType<typeof answeredMatch>>;
}

export async function examplesOf({ brand, language, pages, questions }: Site): Promise<Example[]> {
  const stem = await stemmerFor(language);
  const words = questions.map(({ text }) =>
    spoken(promptWords(text, { stem, language }), brandTerms(text, stem, brand)),
  );
  const vocabulary = new Set(words.flatMap((words) => words.map(({ stem }) => stem)));
  const site = siteOf(pages, { language, stem, vocabulary });
  const said = siteWords(site.text, { language, stem });
  const answers = questions.map(({ text, answer }) => ({
    prompt: text,
    answers: answer === null ? [] : [answer],
  }));
  const { profiles, weightOf } = answerProfiles(answers, said);
  const around: Around = { site, siteWords: said, weightOf, lengths: pageLengths(said, weightOf), language };
  return questions.flatMap(({ text, label, page }, at) => {
    const profile = profiles[at];
    if (!profile) return [];
    const compared = evidenceOfPages(words[at]!, profile, around);
    return {
      ...{ site: brand, label, pages: site.pages.map((_, at) => evidenceAt(compared, at)) },
      page: site.pages.findIndex(({ url }) => url === page),
      evidenceOf: (best) => evidenceOfBest(text, words[at]!, { best, pages: compared, around }),
      match: (weights) => answeredMatch(text, words[at]!, profile, around, weights)!,
    };
  });
}

/** Sites left out are planned as well with 1 as with 8. */
const penalty = 3;

/** The weights of the three questions: which page, whether it is about the prompt, whether it answers it. */
export function weightsFrom(examples: readonly Example[]): Weights {
  const none = (question: Question) =>
    Object.fromEntries(evidenceByQuestion[question].map((name) => [name, 0]));
  const weights = { which: none("which"), about: none("about"), answers: none("answers") };
  weights.which = pairwise(examples.filter(({ page }) => page >= 0));
  const found = examples.map((example) => ({ example, ...example.match(weights) }));
  weights.about = fitted(
    "about",
    found.map(({ evidence }) => evidence),
    found.map(({ example }) => example.label !== "n"),
  );
  const right = found.filter(({ example }) => example.page >= 0);
  weights.answers = fitted(
    "answers",
    right.map(({ example, at, evidence }) =>
      at === example.page ? evidence : example.evidenceOf(example.page),
    ),
    right.map(({ example }) => example.label === "c"),
  );
  return weights;
}

/** How much nearer the right page is than each other one; a question weighs the same however many pages its site has. */
function pairwise(examples: readonly Example[]): Record<string, number> {
  const names = evidenceByQuestion.which;
  const scale = scaleOf(
    examples.flatMap(({ pages }) => pages.map((page) => names.map((name) => page[name]))),
  );
  const rows: Float64Array[] = [];
  const weights: number[] = [];
  for (const { pages, page } of examples)
    for (const [at, other] of pages.entries()) {
      if (at === page) continue;
      rows.push(
        Float64Array.of(0, ...names.map((name, axis) => (pages[page]![name] - other[name]) / scale[axis]!)),
      );
      weights.push(4 / (pages.length - 1));
    }
  const model = fit(
    [...rows, ...rows.map((row) => row.map((value) => -value))],
    [...rows.map(() => true), ...rows.map(() => false)],
    [...weights, ...weights].map((weight) => weight / 2),
    penalty,
  );
  return Object.fromEntries(names.map((name, axis) => [name, model[axis + 1]! / scale[axis]!]));
}

function fitted(
  question: "about" | "answers",
  evidence: readonly Evidence[],
  labels: readonly boolean[],
): Record<string, number> {
  const names: readonly (keyof Evidence)[] = evidenceByQuestion[question];
  const values = evidence.map((row) => names.map((name) => row[name]));
  const scale = scaleOf(values);
  const mean = names.map((_, axis) => values.reduce((sum, row) => sum + row[axis]!, 0) / values.length);
  const rows = values.map((row) =>
    Float64Array.of(1, ...row.map((value, axis) => (value - mean[axis]!) / scale[axis]!)),
  );
  const model = fit(
    rows,
    labels,
    rows.map(() => 1),
    penalty,
  );
  const weights = Object.fromEntries(names.map((name, axis) => [name, model[axis + 1]! / scale[axis]!]));
  const base = names.reduce((sum, name, axis) => sum - weights[name]! * mean[axis]!, model[0]!);
  return { base, ...weights };
}

/** The standard deviation of each column; 1 if it is constant. */
function scaleOf(rows: readonly (readonly number[])[]): number[] {
  return (rows[0] ?? []).map((_, axis) => {
    const mean = rows.reduce((sum, row) => sum + row[axis]!, 0) / rows.length;
    return Math.sqrt(rows.reduce((sum, row) => sum + (row[axis]! - mean) ** 2, 0) / rows.length) || 1;
  });
}

/** Predictions for each site by weights fitted on all others. */
export function crossed(
  examples: readonly Example[],
): { example: Example; match: ReturnType<Example["match"]> }[] {
  return [...Map.groupBy(examples, ({ site }) => site)].flatMap(([left, own]) => {
    const weights = weightsFrom(examples.filter(({ site }) => site !== left));
    return own.map((example) => ({ example, match: example.match(weights) }));
  });
}
