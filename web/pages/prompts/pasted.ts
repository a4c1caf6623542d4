/** Lines that somebody has pasted: each new prompt once, without bullets and quotes; `savedPrompts` are there already. */
export function pastedPrompts(
  text: string,
  savedPrompts: readonly string[],
): { fresh: string[]; twice: number } {
  const keys = new Set(savedPrompts.map(same));
  const fresh: string[] = [];
  let twice = 0;
  for (const line of text.split("\n")) {
    const prompt = bare(line);
    if (prompt === "") continue;
    if (keys.has(same(prompt))) twice += 1;
    else fresh.push(prompt);
    keys.add(same(prompt));
  }
  return { fresh, twice };
}

/** A line without its bullet, number or quotes, and without what cannot be stored: control characters. */
export const bare = (line: string): string =>
  line
    .replace(/[\s\p{Cc}\p{Cs}]+/gu, " ")
    .trim()
    .replace(/^(?:[-*•]|\d+[.)])\s+/, "")
    .replace(/^["“](.*)["”],?$/, "$1")
    .trim();

/** What two prompts have in common that differ in case and blanks alone. */
export const same = (prompt: string): string => prompt.toLowerCase().replace(/\s+/g, " ").trim();
