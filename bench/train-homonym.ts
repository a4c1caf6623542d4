/**
 * Fits the weights of the homonym model on the labelled occurrences and writes them into the repository. Needs
 * `CORPUS_DIR`; the same labels and rules give the same weights. A quarter of the newer brands and five languages stay out.
 */
import { writeFileSync } from "node:fs";
import { featureNames } from "../src/reader/judgement/homonym/features/feature.ts";
import { calibrationOf, leftOutPredictions } from "./homonym/calibration.ts";
import { readTraining } from "./homonym/examples.ts";
import { trainOn } from "./homonym/train.ts";

const examples = readTraining(process.env.CORPUS_DIR ?? "corpus");
const weights = trainOn(examples);
const rounded = featureNames.map((name, at) => [name, Math.round((weights[at] as number) * 1000) / 1000]);
const file = new URL("../src/reader/judgement/homonym/homonym.weights.json", import.meta.url);
const note = "Fitted by bench/train-homonym.ts; do not edit.";
const calibration = calibrationOf(leftOutPredictions(examples));
const content = { note, examples: examples.length, weights: Object.fromEntries(rounded), calibration };
writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`);
const brands = new Set(examples.map(({ brand }) => brand)).size;
console.log(`${examples.length} examples of ${brands} brands: ${file.pathname}`);
