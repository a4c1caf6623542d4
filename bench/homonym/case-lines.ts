import { readFileSync } from "node:fs";

/** A line of a file of cases: a short text, and whether it names a brand. */
export interface CaseLine {
  names: boolean;
  /** ISO 639-1. */
  language: string;
  /** What makes it hard. */
  category: string;
  name: string;
  about: string;
  text: string;
}

/** The lines of a file of cases; throws on any that is neither a case nor a comment. */
export function caseLinesOf(file: URL): CaseLine[] {
  const line = /^([+-]) ([a-z]{2}) \| (.+?) \| (.+?) \| (.+?) \| (.+)$/;
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((row) => row !== "" && !row.startsWith("#"))
    .map((row) => {
      const [, sign, language, category, name, about, text] = line.exec(row) ?? [];
      if (!language || !category || !name || !about || !text) throw new Error(`Not a case: ${row}`);
      const shown = text.replaceAll("\\n", "\n").replaceAll("\\|", "|");
      return { names: sign === "+", language, category, name, about, text: shown };
    });
}
