const longest = 280;

/** So much of a text suffices, unless it begins with a desert of white space. In UTF-16 units. */
export const excerptBase = longest * 4;

/** So much of most texts suffices. */
const usualBase = longest + 60;

const collapsed = (text: string): string => text.replaceAll(/\s+/g, " ").trim();

/** The beginning of an answer in at most 280 UTF-16 units, with white space collapsed and no split character. */
export function excerpt(text: string): string {
  const short = collapsed(text.slice(0, usualBase));
  const start = short.length > longest ? short : collapsed(text.slice(0, excerptBase));
  if (start.length <= longest && text.length <= excerptBase) return start.toWellFormed();
  const cut = start.slice(0, longest - 1);
  return `${/[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut}…`.toWellFormed();
}
