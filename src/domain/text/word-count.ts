/** Words of a text; each Han, Kana or Thai letter counts as one. */
export function wordCount(text: string): number {
  const word = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]|[\p{L}\p{N}][\p{L}\p{N}'’_.-]*/gu;
  let count = 0;
  while (word.test(text)) count += 1;
  return count;
}
