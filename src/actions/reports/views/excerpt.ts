const longest = 280;

/** The beginning of an answer in at most 280 UTF-16 units, with white space collapsed and no split character. */
export function excerpt(text: string): string {
  // Four times as much suffices unless an answer begins with a desert of white space.
  const start = text
    .slice(0, longest * 4)
    .replaceAll(/\s+/g, " ")
    .trim();
  if (start.length <= longest && text.length <= longest * 4) return start.toWellFormed();
  const cut = start.slice(0, longest - 1);
  return `${/[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut}…`.toWellFormed();
}
