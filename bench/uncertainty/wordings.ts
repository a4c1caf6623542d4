/**
 * Wordings of one question: how many pairs of prompts are rightly found to ask the same, and how many wrongly, among
 * the recorded prompts (a topic is a market of its own there) and in lists of one market each, where all prompts share
 * words. Ends with 1 where a pair found is wrong more often than one time in twenty.
 */
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { wordingsOf } from "../../src/figures/wordings.ts";

interface List {
  prompts: string[];
  /** Pairs that ask the same. */
  same: Set<string>;
}

const pair = (one: string, other: string): string => JSON.stringify([one, other].sort());

const pairsOf = (prompts: readonly string[]): string[] =>
  prompts.flatMap((one, at) => prompts.slice(0, at).map((other) => pair(one, other)));

function recorded(): List[] {
  const file = join(resolve(process.env.CORPUS_DIR ?? "corpus"), "recorded-answers.jsonl");
  const answers = readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { prompt: string; topic: string });
  const byTopic = Map.groupBy(answers, ({ topic }) => topic)
    .values()
    .map((all) => [...new Set(all.map(({ prompt }) => prompt))]);
  const topics = [...byTopic];
  return [{ prompts: topics.flat(), same: new Set(topics.flatMap(pairsOf)) }];
}

function marketsIn(text: string): List[] {
  return text
    .split(/^# .*$/m)
    .slice(1)
    .map((market) => {
      const questions: string[][] = [];
      for (const line of market.trim().split("\n"))
        if (line.startsWith("= ")) questions.at(-1)!.push(line.slice(2));
        else if (line) questions.push([line]);
      return { prompts: questions.flat(), same: new Set(questions.flatMap(pairsOf)) };
    });
}

function judge(name: string, lists: readonly List[]): boolean {
  let right = 0;
  let wrong = 0;
  for (const { prompts, same } of lists) {
    const groups = wordingsOf(prompts.map((prompt) => ({ promptKey: prompt, prompt })));
    for (const each of groups.flatMap((group) => pairsOf(group.map(({ prompt }) => prompt))))
      if (same.has(each)) right += 1;
      else wrong += 1;
  }
  const all = lists.reduce((sum, { same }) => sum + same.size, 0);
  const prompts = lists.reduce((sum, list) => sum + list.prompts.length, 0);
  console.log(
    `${name.padEnd(22)} ${String(prompts).padStart(5)} prompts   found ${right} of ${all} pairs (${(right / all).toFixed(2)})   wrongly ${wrong}`,
  );
  return wrong <= (right + wrong) / 20;
}

const [seen = "", leftOut = ""] = readFileSync(join(import.meta.dirname, "markets.txt"), "utf8").split(
  /^left out$/m,
);
const met = [
  judge("recorded", recorded()),
  judge("markets", marketsIn(seen)),
  judge("markets left out", marketsIn(leftOut)),
];
process.exitCode = met.every(Boolean) ? 0 : 1;
