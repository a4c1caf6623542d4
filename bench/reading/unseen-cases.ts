import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { foldedKey } from "../../src/domain/text/fold.ts";
import { brandOf, type Case } from "../homonym/examples.ts";

/** The cases of `unseen-cases.txt`. Nothing is fitted on them. */
export function readUnseenCases(): Case[] {
  const line = /^([+-]) ([a-z]{2}) \| (.+?) \| (.+?) \| (.+?) \| (.+)$/;
  return readFileSync(new URL("unseen-cases.txt", import.meta.url), "utf8")
    .split("\n")
    .filter((row) => row !== "" && !row.startsWith("#"))
    .map((row) => {
      const [, sign, language, category, name, about, text] = line.exec(row) ?? [];
      if (!language || !category || !name || !about || !text) throw new Error(`Not a case: ${row}`);
      return {
        label: "",
        text: text.replaceAll("\\n", "\n").replaceAll("\\|", "|"),
        brand: brandOf(name, about),
        names: sign === "+",
        category,
        language,
      };
    });
}

/** Whether the errors on a brand's cases are never looked at: half of the brands, by their hash. */
export function isOnlyMeasured(brand: string): boolean {
  const hash = createHash("sha256")
    .update(`unseen ${foldedKey(brand)}`)
    .digest();
  return (hash[0] as number) < 128;
}
