/**
 * Fits the homonym model on the labelled occurrences and writes them into the repository. Needs
 * `CORPUS_DIR`; the same labels give the same model. A quarter of the newer brands and five languages stay out.
 */
import { writeFileSync } from "node:fs";
import { featureNames } from "../src/domain/answer/judging/homonym/features/feature.ts";
import { calibrationOf, leftOutPredictions } from "./homonym/calibration.ts";
import { readTraining } from "./homonym/examples.ts";
import { trainOn } from "./homonym/train.ts";

const examples = readTraining(process.env.CORPUS_DIR ?? "corpus");
const { weights, near, trees } = trainOn(examples);
const file = new URL("../src/domain/answer/judging/homonym/homonym.weights.json", import.meta.url);
const content = {
  note: "Fitted by bench/train-homonym.ts; do not edit.",
  examples: examples.length,
  weights: named(weights),
  near: named(near),
  calibration: calibrationOf(leftOutPredictions(examples)),
};
function named(of: Float64Array): Record<string, number> {
  return Object.fromEntries(featureNames.map((name, at) => [name, of[at] as number]));
}

// A tree a line.
const lines = trees.map((tree) => `    ${JSON.stringify(tree)}`).join(",\n");
const json = JSON.stringify(content, null, 2).replace(/\n\}$/, `,\n  "trees": [\n${lines}\n  ]\n}\n`);
writeFileSync(file, json);
const brands = new Set(examples.map(({ brand }) => brand)).size;
console.log(`${examples.length} examples of ${brands} brands, ${json.length} bytes: ${file.pathname}`);
