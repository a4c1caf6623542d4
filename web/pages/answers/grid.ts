import type { FullReport } from "../../api/questions.ts";
import type { AnswerRow } from "../../api/row-questions.ts";

/** How one assistant answered one prompt. */
export interface Cell {
  provider: string;
  mentions: number;
  answers: number;
  failed: number;
}

export interface Line {
  promptKey: string;
  prompt: string;
  mentions: number;
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
export function gridOfRival(lines: readonly Line[], rows: readonly AnswerRow[], rival: string): Line[] {
  const naming = new Map<string, number>();
  for (const { promptKey, provider, failed, others } of rows) {
    const key = `${promptKey} ${provider}`;
    if (!failed && others.includes(rival)) naming.set(key, (naming.get(key) ?? 0) + 1);
  }
  return lines.map((line) => {
    const cells = line.cells.map((cell) => ({
      ...cell,
      mentions: naming.get(`${line.promptKey} ${cell.provider}`) ?? 0,
    }));
    return { ...line, cells, mentions: cells.reduce((sum, { mentions }) => sum + mentions, 0) };
  });
}
