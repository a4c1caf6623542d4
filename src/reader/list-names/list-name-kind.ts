import type { AnswerText } from "../markdown/answer-text.ts";
import { type ListNameLook, lookOf } from "./classify-name.ts";
import type { ListName } from "./list-name.ts";

/** `name`: a company or product; `topic`: a property, a section, a piece of advice. */
export type ListNameKind = "name" | "topic";

/** A label that heads this many blocks of one answer names a property, as "Price:" does. */
const labelRepeats = 3;

/**
 * The kind of each list name, by its spelling, by what it is under, and by its neighbours: items under a name describe
 * it, and ordinary words in a list of names are names too. `isTracked` tells which begin with a tracked name.
 */
export function listNameKinds(
  { blocks }: AnswerText,
  listNames: readonly ListName[],
  isTracked: (at: number) => boolean,
  isEnglish: boolean,
): ListNameKind[] {
  const labels = new Map<string, number>();
  for (const listName of listNames)
    if (listName.labels) labels.set(listName.name, (labels.get(listName.name) ?? 0) + 1);
  const looks = listNames.map((listName, at): ListNameLook => {
    if (isTracked(at)) return "model";
    return (labels.get(listName.name) ?? 0) >= labelRepeats
      ? "topic"
      : lookOf(listName, blocks[listName.block]!, isEnglish);
  });
  const kinds = kindsInGroups(listNames, looks);
  const below: boolean[] = [];
  listNames.forEach(({ parent }, at) => {
    below.push(parent !== null && (below[parent]! || (kinds[parent] === "name" && isOneThing(parent))));
    if (below[at]) kinds[at] = "topic";
  });
  return kinds;

  // A section may be titled after a kind of thing ("NAS drives") and list names; an item or a product may not.
  function isOneThing(at: number): boolean {
    const { kind, ordered } = blocks[listNames[at]!.block]!;
    return looks[at] === "model" || ordered || kind === "list_item";
  }
}

function kindsInGroups(listNames: readonly ListName[], looks: readonly ListNameLook[]): ListNameKind[] {
  const groups = new Map<number, { names: number; topics: number; all: number }>();
  listNames.forEach(({ group }, at) => {
    const tally = groups.get(group) ?? { names: 0, topics: 0, all: 0 };
    groups.set(group, tally);
    tally.all++;
    if (looks[at] === "topic") tally.topics++;
    else if (looks[at] !== "ordinary") tally.names++;
  });
  return looks.map((look, at) => {
    const { names, topics, all } = groups.get(listNames[at]!.group)!;
    if (look === "topic" || look === "model") return look === "model" ? "name" : "topic";
    // If three in four are properties, the list is one of properties, whatever unknown words it has.
    if (look === "name") return topics * 4 >= all * 3 && all > 2 ? "topic" : "name";
    return names >= 2 && topics * 3 <= all ? "name" : "topic";
  });
}
