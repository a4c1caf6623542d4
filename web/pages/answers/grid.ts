import type { FullReport } from "../../api/questions.ts";
import type { AnswerRows } from "../../api/row-questions.ts";

/** How one assistant answered one prompt. */
export interface Cell {
  provider: string;
  /** Null where not all of its answers were read. */
  mentions: number | null;
  answers: number;
  failed: number;
}

export interface Line {
  promptKey: string;
  prompt: string;
  /** Null where not all of its answers were read. */
  mentions: number | null;
  answers: number;
  cells: Cell[];
}

/** Prompts by assistants: how many answers there are, and how many name the brand. */
export function gridOf({ prompts, providers }: Pick<FullReport, "prompts" | "providers">): Line[] {
  const names = providers.map(({ provider }) => provider);
  return prompts.map(({ prompt_key: promptKey, prompt, metrics, answers }) => ({
    promptKey,
    prompt,
    mentions: metrics.mentions,
    answers: metrics.answers,
    cells: names.map((provider): Cell => {
      const own = answers.filter((answer) => answer.provider === provider);
      const ok = own.filter(({ status }) => status === "ok");
      return {
        provider,
        mentions: ok.filter(({ brand_mentioned }) => brand_mentioned).length,
        answers: ok.length,
        failed: own.length - ok.length,
      };
    }),
  }));
}

/** The same of a competitor, by the rows of the report: only these say who else an answer names. */
export function gridOfRival(lines: readonly Line[], { rows, all }: AnswerRows, rival: string): Line[] {
  const read = new Map<string, { mentions: number; answers: number }>();
  for (const { promptKey, provider, failed, others } of rows) {
    if (failed) continue;
    const key = `${promptKey} ${provider}`;
    const { mentions, answers } = read.get(key) ?? unread;
    read.set(key, { mentions: mentions + (others.includes(rival) ? 1 : 0), answers: answers + 1 });
  }
  return lines.map((line) => {
    const cells = line.cells.map((cell) => {
      const { mentions, answers } = read.get(`${line.promptKey} ${cell.provider}`) ?? unread;
      return { ...cell, mentions: all || answers >= cell.answers ? mentions : null };
    });
    return { ...line, cells, mentions: sumOf(cells) };
  });
}

const unread = { mentions: 0, answers: 0 };

const sumOf = (cells: readonly Cell[]): number | null =>
  cells.reduce<number | null>(
    (sum, { mentions }) => (sum === null || mentions === null ? null : sum + mentions),
    0,
  );
