/** "row 3, answer: " for `/2/answer`; empty if no row is meant. */
export function rowAt(path: string | null): string {
  const [, row, rest = ""] = /^\/(\d+)(\/.*)?$/.exec(path ?? "") ?? [];
  return row === undefined ? "" : `row ${Number(row) + 1}${rest.replaceAll("/", ", ")}: `;
}
