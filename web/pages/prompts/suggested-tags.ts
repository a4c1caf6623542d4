/** A word that several prompts share, with the keys of those prompts. */
export interface SuggestedTag {
  tag: string;
  promptKeys: string[];
}

/** Words of a question that say nothing of what it is about. */
const asking = new Set(
  "about above all alternative alternatives and any are available best better between brand brands cheap cheapest can choose choosing company companies compare comparison cost could does enough ever find for from get give good great has have help here how into its just know like list looking made make many more most much need new not one only options other our over price product products rated really recommend recommended should small some sell than that the their them then there these they thing things this those tool tools top two under use used useful using very want was way well what when where which while who whose why will with without work works worth would year years you your".split(
    " ",
  ),
);

const shownMost = 8;
const fewest = 3;
/** A word that most prompts have groups nothing. */
const mostShare = 0.6;

/** Up to eight words that some prompts share, the commonest first: what those prompts may be about. */
export function suggestedTags(
  prompts: readonly { prompt_key: string; prompt: string | null; tags: readonly string[] }[],
): SuggestedTag[] {
  const groups = new Map<string, { spelled: string; promptKeys: string[] }>();
  const wordsOf = (prompt: string) =>
    (prompt.match(/[\p{L}\p{M}\p{N}]{3,}/gu) ?? []).filter(
      (word) => !asking.has(word.toLowerCase()) && !asking.has(stemOf(word)),
    );
  const untagged = prompts.flatMap(({ prompt_key, prompt, tags }) =>
    prompt === null || tags.length > 0 ? [] : [{ prompt_key, words: wordsOf(prompt) }],
  );
  const longer = new Set(untagged.flatMap(({ words }) => words.filter(isLong).map(stemOf)));
  for (const { prompt_key, words } of untagged) {
    const telling = words.filter((word) => isLong(word) || isAcronym(word) || longer.has(stemOf(word)));
    for (const [stem, word] of new Map(telling.map((word) => [stemOf(word), word]))) {
      const spelled = isAcronym(word) ? word : word.toLowerCase();
      const group = groups.get(stem);
      if (!group) groups.set(stem, { spelled, promptKeys: [prompt_key] });
      else {
        group.promptKeys.push(prompt_key);
        if (spelled.length < group.spelled.length) group.spelled = spelled;
      }
    }
  }
  const most = mostShare * prompts.length;
  return [...groups.values()]
    .filter(({ promptKeys }) => promptKeys.length >= fewest && promptKeys.length <= most)
    .sort((one, other) => other.promptKeys.length - one.promptKeys.length)
    .slice(0, shownMost)
    .map(({ spelled, promptKeys }) => ({
      tag: spelled.charAt(0).toUpperCase() + spelled.slice(1),
      promptKeys,
    }));
}

const isLong = (word: string): boolean => [...word].length > 3;

/** Three letters say what something is about where they are an acronym, or the singular of a longer word. */
const isAcronym = (word: string): boolean => /^\p{Lu}{3}$/u.test(word);

/** Singular and plural are one word. */
const stemOf = (word: string): string =>
  word.toLowerCase().replace(/(?<=\p{L}{3})(?:(?<=s|x|z|ch|sh)es|(?<!s)s)$/u, "");
