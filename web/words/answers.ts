import { capital, place, quantity } from "../figures/number.ts";
import { assistant } from "../words.ts";

/** The grid of answers, and one answer word for word. */
export const answers = {
  title: "Answers",
  says: (answers: number, prompts: number, day: string): string =>
    `${quantity(answers, "answer")} to ${quantity(prompts, "prompt")}, ${day}.`,
  prompt: "Prompt",
  all: "All assistants",
  none: "No answers so far.",
  cell: (provider: string, mentions: number, answers: number): string =>
    `${assistant(provider)}: named in ${mentions} of ${answers}`,
  blank: "A cell is blank where not all of its answers were read.",
  failed: "failed",
  back: "All prompts",
  /** Of those tracked: the answer may list others before it. */
  mention: (rank: number | null): string =>
    rank === null ? "named" : `named, ${place(rank)} of those tracked`,
  noMention: "not named",
  open: "Read the answer",
  sample: (sample: number): string => `answer ${sample}`,
  show: "Show",
  filters: { all: "All", named: "Named", not: "Not named" },
  noneSo: "No answers match this filter.",
};

export const answer = {
  back: "Answers to this prompt",
  whole: "The answer, word for word",
  mentions: "What was counted",
  notCounted: "What looked like a name and was not counted",
  nothing: "No tracked brand is named.",
  sources: "Sources it cites",
  cites: (number: number): string => `Source ${number}`,
  noSources: "It cites no source.",
  searches: "What it searched for",
  truncated: "The answer was cut off here. A name that it ends with is not counted.",
  refusal: "The assistant declined to answer.",
  blank: "The assistant ended without having said anything.",
  sourcesLeftOut: (count: number): string =>
    `${quantity(count, "more source")} ${count === 1 ? "was" : "were"} not kept.`,
  notShown: "What the model wrote and its reader does not see; nothing of it is counted",
  uncertain: "a close call",
  rules: {
    name: "The name itself.",
    name_in_context: "The name, and the words around it speak of the brand.",
    asked_name: "The name that the question asks about.",
    alias: "Another name of the brand.",
    domain_in_prose: "The brand’s domain, written as a name in a sentence.",
    ordinary_word: "An ordinary word that looks like the name.",
    other_entity: "Part of another name.",
    other_domain: "Part of another site’s address.",
    citation_marker: "The name of a source, in brackets after a statement.",
    url: "Part of an address that readers do not read as text.",
    link_target: "The address behind a link.",
    image: "The address of a picture.",
    code: "Inside code.",
    derivative: "A word made from the name that means something else.",
    crowded: "One of very many occurrences.",
    corrected: "Somebody in your organization said so, here or of the same words.",
    like_corrected: "It is like what somebody in your organization said.",
  } as Record<string, string>,
};

export const ruleInWords = (rule: string): string =>
  answer.rules[rule] ?? `${capital(rule.replaceAll("_", " "))}.`;
