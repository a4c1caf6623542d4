/**
 * Fits how sure each kind of decision deserves to be, on labelled texts that the model was not fitted on and whose errors may be
 * looked at, and writes it into the repository. The same texts give the same lines; texts that only measure stay out.
 */
import { writeFileSync } from "node:fs";
import { type Decided, decisionsIn, linesOf } from "./homonym/confidence.ts";
import { type Case, readCasesLeftOut, readHardCases } from "./homonym/examples.ts";
import { readMarkedTexts } from "./reading/marked-texts.ts";
import { isOnlyMeasured, readUnseenCases } from "./reading/unseen-cases.ts";

const looked = readUnseenCases().filter(({ brand }) => !isOnlyMeasured(brand.name));
// The model is fitted on those in English.
const hard = readHardCases().filter(({ language }) => language !== "en");
const marked = ["marked-texts.txt", "marked-answers.txt", "marked-answers-3.txt"].flatMap((file) =>
  readMarkedTexts(new URL(`reading/${file}`, import.meta.url)),
);

/** Cases are made to deceive, which answers are not. */
const weightOfCases = 0.03;

const rows: Decided[] = [
  ...[...looked, ...hard, ...readCasesLeftOut()].flatMap(decisionsInCase),
  ...marked.flatMap(({ brands, marks, prompt, text }) =>
    brands.flatMap((own, brand) => {
      const ofBrand = marks.filter((mark) => mark.brand === brand);
      const rivals = prompt === null ? [] : brands.filter((other) => other !== own);
      return decisionsIn({ own, rivals }, text, prompt).flatMap(({ start, end, counts, ...decision }) => {
        const mark = ofBrand.find((each) => each.start < end && each.end > start);
        return mark ? [{ ...decision, right: counts === mark.names, weight: 1 }] : [];
      });
    }),
  ),
];

// A case that names its brand does so in one of its places, and in which one is not said.
function decisionsInCase({ text, brand: own, names }: Case): Decided[] {
  const decisions = decisionsIn({ own, rivals: [] }, text, null);
  if (names && decisions.length > 1) return [];
  return decisions.map(({ kind, said, counts }) => ({
    kind,
    said,
    right: counts === names,
    weight: weightOfCases,
  }));
}

const lines = linesOf(rows);
const file = new URL("../src/reader/judgement/confidence.json", import.meta.url);
const note = "Fitted by bench/fit-confidence.ts; do not edit.";
writeFileSync(file, `${JSON.stringify({ note, decisions: rows.length, lines }, null, 2)}\n`);
for (const [kind, line] of Object.entries(lines)) {
  const ofKind = rows.filter((row) => row.kind === kind);
  const right = ofKind.filter((row) => row.right).length;
  console.log(`${kind}: ${ofKind.length} decisions, ${right} right, line ${line.join(" ")}`);
}
