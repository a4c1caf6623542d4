/** Joins words as in "ChatGPT, Claude and Gemini". */
export function joinWithAnd(words: readonly string[]): string {
  const [last] = words.slice(-1);
  return words.length < 2 ? (last ?? "") : `${words.slice(0, -1).join(", ")} and ${last}`;
}
