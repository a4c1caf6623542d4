const isLetter = (letter: string | undefined): boolean =>
  letter !== undefined && /[\p{L}\p{N}]/u.test(letter);

/** Whether a text contains a word, or several in a row, as whole words. */
export function holdsWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1))
    if (!isLetter(text[at - 1]) && !isLetter(text[at + word.length])) return true;
  return false;
}

/** Whether a text contains any of these names, however capitalised, or however divided: `Spoke Well` is `spokewell` too. */
export const namesAny = (text: string, names: readonly string[]): boolean => {
  const lower = text.toLowerCase();
  const words = new Set(lower.split(/[^\p{L}\p{N}'’&+-]+/u).map(undivided));
  return names.some(
    (name) =>
      name.length > 1 && (holdsWord(lower, name.toLowerCase()) || words.has(undivided(name.toLowerCase()))),
  );
};

const undivided = (text: string): string => text.replace(/[^\p{L}\p{N}]+/gu, "");
