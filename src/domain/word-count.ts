/** Words of a text; each Han, Kana or Thai letter counts as one. */
export const wordCount = (text: string): number =>
  text.match(/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]|[\p{L}\p{N}][\p{L}\p{N}'’_.-]*/gu)
    ?.length ?? 0;
