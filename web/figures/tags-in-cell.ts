/** The tags in a cell of a file, where several stand behind each other. */
export const tagsInCell = (cell: string): string[] =>
  cell
    .split(/[;,|]/)
    .map((tag) => tag.trim())
    .filter((tag) => tag !== "");
