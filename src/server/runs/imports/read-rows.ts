import type { Static } from "typebox";
import { measuredPart } from "../../../figures/imported-answer.ts";
import { promptKey } from "../../../reader/prompt.ts";
import type { Reading } from "../../../reader/reading.ts";
import { newId } from "../../kernel/id.ts";
import { createPace, type Pace } from "../../kernel/pace.ts";
import { invalid, Problem } from "../../kernel/problem.ts";
import { type AnswerParser, type GivenAnswer, UnreadableError } from "../../outbound/parsing.ts";
import { batchesOf } from "../../reports/batches.ts";
import type { ImportRows } from "./import-terms.ts";
import { type KeptAnswer, readingBytes } from "./imports.ts";

export type NumberedRow = Static<typeof ImportRows>[number] & { sample: number };

/**
 * Reads the rows of an import: a small import here, a large one off this thread in batches. Throws a 400 `unreadable`
 * with the row's number for an answer that cannot be read in time.
 */
export async function readRows(
  parser: AnswerParser,
  rows: readonly NumberedRow[],
  { at, signal }: { at: Date; signal: AbortSignal },
): Promise<KeptAnswer[]> {
  const pace = createPace();
  const characters = rows.reduce((sum, { answer }) => sum + answer.length, 0);
  const read = parser.isSmall(characters) ? readHere : readAway;
  const answers: KeptAnswer[] = [];
  for (const batch of batchesOf(rows, lettersOf)) {
    const readings = await read(parser, batch.map(givenAnswer), { pace, first: answers.length });
    for (const [index, each] of readings.entries())
      answers.push(await pace(() => keptAnswer(batch[index]!, each, at)));
    endIfTold(signal);
  }
  return answers;
}

const lettersOf = ({ answer, citations = [] }: NumberedRow): number =>
  citations.reduce((sum, { url, title }) => sum + url.length + (title?.length ?? 0), answer.length);

/** Throws what the caller was told: who was told that the import failed must not find it stored. */
export function endIfTold({ aborted, reason }: AbortSignal): void {
  if (aborted && reason instanceof Problem) throw reason;
}

type Read = { reading: Reading; branded: boolean };
type Terms = { pace: Pace; first: number };

async function readHere(parser: AnswerParser, answers: readonly GivenAnswer[], { pace }: Terms) {
  const read: Read[] = [];
  for (const answer of answers)
    read.push(
      await pace(async () => ({
        reading: await parser.read(answer),
        branded: await parser.branded(answer.prompt),
      })),
    );
  return read;
}

/** Reads a batch together; if that takes too long, one by one, to find the row at fault. */
async function readAway(
  parser: AnswerParser,
  answers: readonly GivenAnswer[],
  { first }: Terms,
): Promise<Read[]> {
  try {
    return await parser.readAll(answers);
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error;
    if (answers.length === 1) throw unreadable(first);
  }
  const read: Read[] = [];
  for (const [index, answer] of answers.entries())
    read.push(...(await readAway(parser, [answer], { pace: createPace(), first: first + index })));
  return read;
}

const unreadable = (index: number) =>
  invalid([
    {
      in: "body",
      path: `/${index}/answer`,
      code: "unreadable",
      message: `The answer in row ${index + 1} takes too long to read.`,
    },
  ]);

const givenAnswer = ({ prompt, answer, citations = [] }: NumberedRow): GivenAnswer => ({
  prompt,
  text: answer,
  citations: citations.map(({ url, title }) => ({ url, title: title || null, cited: true })),
});

function keptAnswer(row: NumberedRow, { reading, branded }: Read, at: Date): KeptAnswer {
  const { prompt, provider, model, sample, answer: text, answeredAt } = row;
  const { citations } = givenAnswer(row);
  return {
    id: newId(),
    promptKey: promptKey(prompt),
    prompt,
    branded,
    provider,
    sample,
    model: model ?? null,
    text,
    citations: [...citations],
    searched: citations.length > 0 ? true : null,
    answeredAt: new Date(answeredAt ?? at).toISOString(),
    measured: measuredPart(reading),
    reading: readingBytes(reading),
  };
}
