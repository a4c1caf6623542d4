/** Scripts that put no spaces between words, with the characters that one word has there on average. */
const unspaced: readonly [script: RegExp, charactersPerWord: number][] = [
  [/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu, 2],
  [/[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/gu, 5],
];

/** Words of a text; in scripts without spaces an estimate from its characters. */
export function wordCount(text: string): number {
  let rest = text;
  let count = 0;
  for (const [script, charactersPerWord] of unspaced) {
    const characters = rest.match(script)?.length ?? 0;
    if (characters === 0) continue;
    count += Math.round(characters / charactersPerWord);
    rest = rest.replaceAll(script, " ");
  }
  return count + (rest.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}'’_-]*/gu)?.length ?? 0);
}
