/** The tags in a cell of a file, where several stand behind each other: a tag may have a comma, and where ";" separates them "|" too. */
export const tagsInCell = (cell: string): string[] =>
  cell
    .split(cell.includes(";") ? ";" : "|")
    .map((tag) => tag.trim())
    .filter((tag) => tag !== "");
