import type { AnswerText } from "../markdown/markdown.ts";
import type { Head } from "./list-name.ts";
import { type HeadLook, lookOf } from "./look.ts";

/** `name`: of a company or product; `topic`: a property, a section, a piece of advice. */
export type HeadKind = "name" | "topic";

/** A label that heads so many blocks of one answer names a property of each thing, as "Price:" does. */
const labelRepeats = 3;

/**
 * What each head is, by its own spelling, by what it stands below and by its neighbours: what is listed below a name
 * says something of it; ordinary words name something in a list of names. `isTracked` tells heads that begin with a
 * tracked name.
 */
export function headKinds(
  { blocks }: AnswerText,
  heads: readonly Head[],
  isTracked: (at: number) => boolean,
  isEnglish: boolean,
): HeadKind[] {
  const labels = new Map<string, number>();
  for (const head of heads) if (head.labels) labels.set(head.shown, (labels.get(head.shown) ?? 0) + 1);
  const looks = heads.map((head, at): HeadLook => {
    if (isTracked(at)) return "model";
    return (labels.get(head.shown) ?? 0) >= labelRepeats
      ? "topic"
      : lookOf(head, blocks[head.block]!, isEnglish);
  });
  const kinds = kindsInGroups(heads, looks);
  const below: boolean[] = [];
  heads.forEach(({ parent }, at) => {
    below.push(parent !== null && (below[parent]! || (kinds[parent] === "name" && isOneThing(parent))));
    if (below[at]) kinds[at] = "topic";
  });
  return kinds;

  // A section may be called after a kind of thing ("NAS drives") and list names; an item or a product may not.
  function isOneThing(at: number): boolean {
    const { kind, ordered } = blocks[heads[at]!.block]!;
    return looks[at] === "model" || ordered || kind === "list_item";
  }
}

function kindsInGroups(heads: readonly Head[], looks: readonly HeadLook[]): HeadKind[] {
  const groups = new Map<number, { names: number; topics: number; all: number }>();
  heads.forEach(({ group }, at) => {
    const tally = groups.get(group) ?? { names: 0, topics: 0, all: 0 };
    groups.set(group, tally);
    tally.all++;
    if (looks[at] === "topic") tally.topics++;
    else if (looks[at] !== "ordinary") tally.names++;
  });
  return looks.map((look, at) => {
    const { names, topics, all } = groups.get(heads[at]!.group)!;
    if (look === "topic" || look === "model") return look === "model" ? "name" : "topic";
    // Three in four properties make a list of properties, whatever word is strange in it.
    if (look === "name") return topics * 4 >= all * 3 && all > 2 ? "topic" : "name";
    return names >= 2 && topics * 3 <= all ? "name" : "topic";
  });
}
