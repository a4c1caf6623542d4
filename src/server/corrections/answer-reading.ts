import type { TrackedBrands } from "../../reader/brand.ts";
import type { Reading } from "../../reader/reading.ts";
import { createPace } from "../kernel/pace.ts";
import { type GivenAnswer, type Parsing, UnreadableError } from "../outbound/parsing.ts";

export type Read = { reading: Reading; branded: boolean };
type ReadAll = (answers: readonly GivenAnswer[]) => Promise<Read[] | null>;

/** Reads some answers for these brands, others' work in between; null if together they are too much. */
export function readerOf(parsing: Pick<Parsing, "answers">, brands: TrackedBrands): ReadAll {
  const parser = parsing.answers(brands);
  const pace = createPace();
  return async (answers) => {
    const characters = answers.reduce((sum, { text }) => sum + text.length, 0);
    // Each occurrence is compared with each correction.
    const compared = characters * (1 + (brands.corrections?.length ?? 0) / 4);
    try {
      if (!parser.isSmall(compared)) return await parser.readAll(answers);
      const read: Read[] = [];
      for (const answer of answers) {
        const reading = await pace(() => parser.read(answer));
        read.push({ reading, branded: await parser.branded(answer.prompt) });
      }
      return read;
    } catch (error) {
      if (error instanceof UnreadableError) return null;
      throw error;
    }
  };
}
