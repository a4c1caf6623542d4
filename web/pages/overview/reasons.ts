import type { FullReport } from "../../api/questions.ts";

/** Prompts that ask one thing, and how many answers to them name the brand. */
export interface Reason {
  /** Its shortest wording. */
  prompt: string;
  wordings: number;
  promptKeys: string[];
  mentions: number;
  answers: number;
}

const most = 5;

/** Where the brand is named and where not, most at one end and least at the other; wordings of one question count together. */
export function reasonsOf({ prompts, wordings }: Pick<FullReport, "prompts" | "wordings">): Reason[] {
  const grouped = new Set(wordings.flat().map(({ prompt_key }) => prompt_key));
  const alone = prompts.filter(({ prompt_key }) => !grouped.has(prompt_key));
  const groups = [...wordings, ...alone.map((prompt) => [prompt])];
  const reasons = groups.map((group): Reason => {
    const keys = group.map(({ prompt_key }) => prompt_key);
    const own = prompts.filter(({ prompt_key }) => keys.includes(prompt_key));
    return {
      prompt: [...group].sort((one, other) => one.prompt.length - other.prompt.length)[0]?.prompt ?? "",
      wordings: group.length,
      promptKeys: keys,
      mentions: own.reduce((sum, { metrics }) => sum + metrics.mentions, 0),
      answers: own.reduce((sum, { metrics }) => sum + metrics.answers, 0),
    };
  });
  const rate = ({ mentions, answers }: Reason) => mentions / answers;
  const sorted = reasons
    .filter(({ answers }) => answers > 0)
    .sort((one, other) => rate(other) - rate(one) || other.answers - one.answers);
  if (sorted.length <= most) return sorted;
  return [...sorted.slice(0, 2), ...sorted.slice(2 - most)];
}
