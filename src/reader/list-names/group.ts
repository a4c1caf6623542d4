import type { Block } from "../markdown/answer-text.ts";

/** For each block, the number of its list, table or run of headings. */
export function groupsOf(blocks: readonly Block[]): number[] {
  let count = 0;
  const open = new Map<string, { group: number; rank: number }>();
  return blocks.map((block) => {
    const isHeading = block.kind === "heading";
    if (isHeading) open.delete("paragraph");
    const key = isHeading
      ? `h${block.level}`
      : block.kind === "paragraph"
        ? block.kind
        : `${block.kind}${block.depth}${block.ordered}`;
    const rank = isHeading ? block.sibling : block.kind === "paragraph" ? 1 : (block.rank ?? 0);
    const before = open.get(key);
    // A rank that does not rise begins another list; a heading without a previous sibling begins another run.
    const goes = before && (block.kind === "paragraph" || rank > before.rank);
    const group = goes ? before.group : ++count;
    open.set(key, { group, rank });
    return group;
  });
}
