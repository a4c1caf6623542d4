/** A word that several prompts share, with the keys of those prompts. */
export interface SuggestedTag {
  tag: string;
  promptKeys: string[];
}

/** Words of a question that say nothing of what it is about. */
const asking = new Set(
  "about above alternative alternatives available best better between brand brands cheap cheapest choose choosing company companies compare comparison cost could does enough ever find from give good great have help here into just know like list looking made make many more most much need only options other over price product products rated really recommend recommended should small some sell than that their them then there these they thing things this those tool tools under use used useful using very want well what when where which while whose will with without work works worth would year years your".split(
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
  for (const { prompt_key, prompt, tags } of prompts) {
    if (prompt === null || tags.length > 0) continue;
    const words = new Map(
      (prompt.match(/[\p{L}\p{M}\p{N}]{4,}/gu) ?? []).map((word) => [stemOf(word), word.toLowerCase()]),
    );
    for (const [stem, spelled] of words) {
      if (asking.has(spelled) || asking.has(stem)) continue;
      const group = groups.get(stem);
      if (group) group.promptKeys.push(prompt_key);
      else groups.set(stem, { spelled, promptKeys: [prompt_key] });
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

/** Singular and plural are one word. */
const stemOf = (word: string): string =>
  word.toLowerCase().replace(/(?<=\p{L}{3})(?:(?<=s|x|z|ch|sh)es|(?<!s)s)$/u, "");
