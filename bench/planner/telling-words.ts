/**
 * Writes src/planner/topics/language/english-use.json: of each of the 50,000 commonest English words that is more than a noun, how
 * sentences use it and how much it is talk, from the dictionary and the word vectors of src/reader/text. Planning reads
 * the little file; the two it is made of take longer to load than a plan.
 */
import { writeFileSync } from "node:fs";
import { englishUses } from "./english-uses.ts";

const file = new URL("../../src/planner/topics/language/english-use.json", import.meta.url);
writeFileSync(file, `${JSON.stringify(englishUses(), null, 1)}\n`);
