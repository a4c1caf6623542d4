/** Text, or an element with its attributes and what it holds. */
export type Piece = string | [tag: string, attributes: Record<string, string>, ...within: Piece[]];

export interface Guide {
  title: string;
  pieces: Piece[];
}

const loaders = import.meta.glob<Guide>(["../../../docs/*.md", "../../../README.md"], { import: "guide" });

/** How each guide is loaded, by the name in its address. */
export const guides: ReadonlyMap<string, () => Promise<Guide>> = new Map(
  Object.entries(loaders).map(([path, load]) => [nameOf(path), load]),
);

function nameOf(path: string): string {
  const name = path.split("/").at(-1)?.replace(/\.md$/, "") ?? "";
  return name === "README" ? "start" : name;
}
