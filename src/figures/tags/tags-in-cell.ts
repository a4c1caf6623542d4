/** Joiners stay: emoji and several scripts are written with them. */
export const hiddenInTag = /[\p{Cc}\p{Cs}\p{Co}\p{Zl}\p{Zp}]|(?![\u200c\u200d])\p{Cf}/u;

/** What makes a tag one: a dash by itself says that there is none. */
export const shownInTag = /[\p{L}\p{N}\p{S}]/u;

/** The tags in a cell of a file, where several stand behind each other: a tag may have a comma, and where ";" separates them "|" too. */
export const tagsInCell = (cell: string): string[] =>
  cell
    .split(cell.includes(";") ? ";" : "|")
    .map((tag) => tag.trim())
    .filter((tag) => shownInTag.test(tag));
