/**
 * What a correction does to a brand's other occurrences: for every labelled occurrence in recorded answers that a model
 * which has not seen its brand decides wrongly, how many others of the brand are put right when that one is corrected,
 * and how many are put wrong. Beside it, correcting only where the same words stand. Needs `CORPUS_DIR`. Ends with 1
 * if fewer than one is put right per correction, or more than one in twenty of those that change is put wrong.
 */

import { type Correction, surroundingsReach } from "../src/reader/correction.ts";
import { asCorrected, besideCorrections, compileCorrections } from "../src/reader/corrections/corrections.ts";
import { surroundingsOf } from "../src/reader/corrections/surroundings.ts";
import { contextOf, proseOf } from "../src/reader/judgement/context.ts";
import { byModel } from "../src/reader/judgement/homonym/homonym.ts";
import type { Judgement } from "../src/reader/judgement/homonym/judgement.ts";
import { parseAnswer } from "../src/reader/markdown/markdown.ts";
import { calibrationOf, leftOutPredictions } from "./homonym/calibration.ts";
import { exampleOf, type Labelled, readLabelled, readTraining } from "./homonym/examples.ts";
import { groupOf } from "./homonym/split.ts";
import { trainOn } from "./homonym/train.ts";

const corpus = process.env.CORPUS_DIR ?? "corpus";
const sources = new Set(["mention-labels", "mention-labels-2", "own-labels"]);

/** A labelled occurrence with what a model says that has not seen its brand. */
interface Judged {
  /** One brand as the labels describe it: names recur. */
  brand: string;
  answer: string;
  names: boolean;
  judgement: Judgement;
  seen: { text: string; before: string; after: string };
}

const examples = readTraining(corpus);
const models = new Map<string, Float64Array>();
const modelWithout = (group: string): Float64Array => {
  const model = models.get(group) ?? trainOn(examples.filter(({ brand }) => groupOf(brand) !== group));
  models.set(group, model);
  return model;
};
const calibration = calibrationOf(leftOutPredictions(examples, modelWithout));
const labelled = readLabelled(corpus).filter(({ source }) => sources.has(source));

let missed = false;
console.log(
  "                        occurrences  wrong  corrected  others put right    per one  put wrong  same words only",
);
for (const [kind, asRead] of [
  ["with `about`", (row: Labelled) => ({ ...row, rivals: [] })],
  ["without `about`", bare],
] as const)
  print(
    kind,
    labelled.flatMap((row) => judged(row, asRead(row))),
  );
process.exitCode = missed ? 1 : 0;

/** As a project sees it that says nothing of what it sells. */
function bare(row: Labelled): Labelled {
  return { ...row, rivals: [], prompt: null, brand: { ...row.brand, about: null, domains: [] } };
}

function judged(row: Labelled, asRead: Labelled): Judged[] {
  const example = exampleOf(asRead);
  if (!example) return [];
  const answer = parseAnswer(row.text);
  const context = contextOf(answer, proseOf(answer), row, surroundingsReach);
  const model = modelWithout(groupOf(row.brand.name));
  return [
    {
      brand: `${row.brand.name} ${row.brand.about}`,
      answer: row.text,
      names: row.names,
      judgement: byModel(example.features, model, calibration),
      seen: { text: row.text.slice(row.start, row.end), ...context },
    },
  ];
}

function print(kind: string, rows: readonly Judged[]): void {
  const brands = Map.groupBy(rows, ({ brand }) => brand);
  const wrong = rows.filter(isWrong);
  const totals = { right: 0, wrong: 0, sameWords: 0 };
  for (const corrected of wrong)
    for (const other of brands.get(corrected.brand) ?? [])
      if (!isSame(corrected, other)) add(totals, corrected, other);
  const perOne = totals.right / wrong.length;
  const share = totals.wrong / (totals.right + totals.wrong);
  missed ||= perOne < (kind === "without `about`" ? 1 : 0.25) || share > 0.05;
  const figures = [rows.length, wrong.length, wrong.length, totals.right].map((figure) =>
    String(figure).padStart(10),
  );
  console.log(
    `${kind.padEnd(22)}${figures.join(" ")}${perOne.toFixed(2).padStart(15)}${String(totals.wrong).padStart(10)}${String(totals.sameWords).padStart(14)}`,
  );
}

function add(
  totals: { right: number; wrong: number; sameWords: number },
  corrected: Judged,
  other: Judged,
): void {
  const place = { before: "", after: "" };
  const said: Correction = { id: "", brand: "", counts: corrected.names, ...corrected.seen, place };
  const own = { name: "", aliases: [], domains: [], about: null };
  const corrections = compileCorrections({ own, rivals: [], corrections: [said] })!.get(0)!;
  const surroundings = surroundingsOf(other.seen);
  // No place of the labels is the corrected one.
  const sameWords = asCorrected(corrections, "", surroundings);
  const after = sameWords ?? besideCorrections(other.judgement, surroundings, corrections);
  if (sameWords && sameWords.counts !== other.judgement.counts && sameWords.counts === other.names)
    totals.sameWords += 1;
  if (after.counts === other.judgement.counts) return;
  if (after.counts === other.names) totals.right += 1;
  else totals.wrong += 1;
}

function isWrong({ names, judgement }: Judged): boolean {
  return names !== judgement.counts;
}

/** The same place: labels of different sources repeat some. */
function isSame(one: Judged, other: Judged): boolean {
  return (
    one === other ||
    (one.answer === other.answer &&
      one.seen.before === other.seen.before &&
      one.seen.after === other.seen.after)
  );
}
