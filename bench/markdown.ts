/**
 * Reading the Markdown of recorded answers, beside markdown-it on the same answers in the same run. Needs `CORPUS_DIR`. Ends
 * with 1 where ours is not at least four times as fast.
 */
import MarkdownIt from "markdown-it";
import { parseAnswer } from "../src/domain/answer/markdown/markdown.ts";
import { missing, recordedAnswers } from "../test/fixtures/recorded.ts";

const rounds = Number(process.env.BENCH_ROUNDS ?? 9);
/** The least that markdown-it may take of our time. */
const needed = 4;

if (missing) {
  console.error(missing);
  process.exit(1);
}
const answers = recordedAnswers().map(({ answer }) => answer);
const characters = answers.reduce((sum, { length }) => sum + length, 0);
const markdown = new MarkdownIt({ html: true });

/** Milliseconds that reading all answers takes. */
function timed(read: (answer: string) => unknown): number {
  const began = performance.now();
  for (const answer of answers) read(answer);
  return performance.now() - began;
}

const taken = Array.from({ length: rounds }, () => ({
  ours: timed(parseAnswer),
  theirs: timed((answer) => markdown.parse(answer, {})),
}));
const ratios = taken.map(({ ours, theirs }) => theirs / ours).sort((one, other) => one - other);
const ratio = ratios[Math.floor(rounds / 2)]!;
console.log(`${answers.length} answers, ${characters} characters, ${rounds} rounds`);
for (const { ours, theirs } of taken)
  console.log(`ours ${ours.toFixed(0).padStart(5)} ms   markdown-it ${theirs.toFixed(0).padStart(5)} ms`);
console.log(`markdown-it takes ${ratio.toFixed(1)} times as long (median), at least ${needed} needed`);
if (ratio < needed) process.exitCode = 1;
