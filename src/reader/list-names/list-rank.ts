import type { AnswerText } from "../markdown/answer-text.ts";
import type { FoundMentions } from "../mention.ts";
import type { ListName } from "./list-name.ts";
import type { ListNameKind } from "./list-name-kind.ts";

/** Where an answer places a tracked brand. */
export interface ListRank {
  listRank: number | null;
  recommended: boolean;
}

type Counted = FoundMentions["occurrences"];

/** For each list name, the number of the tracked brand that begins it; -1 if the brand comes later in it. */
export function brandsOfListNames(
  { verbatim }: AnswerText,
  listNames: readonly ListName[],
  occurrences: Counted,
): Map<number, number> {
  const brands = new Map<number, number>();
  let next = 0;
  listNames.forEach((listName, at) => {
    while (next < occurrences.length && occurrences[next]!.evidence.end <= listName.start) next++;
    const first = occurrences[next];
    if (!first || first.evidence.start >= listName.end) return;
    const before = verbatim.slice(listName.start, first.evidence.start);
    brands.set(at, leads(before) && !isComparison(listName.name) ? first.brand : -1);
  });
  return brands;
}

/** Ranks list names without a number by their place among the names of their group. */
export function rankUnnumbered(listNames: readonly ListName[], kinds: readonly ListNameKind[]): ListName[] {
  const places = new Map<number, number>();
  return listNames.map((listName, at) => {
    if (kinds[at] !== "name" || listName.rank !== null) return listName;
    const rank = (places.get(listName.group) ?? 0) + 1;
    places.set(listName.group, rank);
    return { ...listName, rank };
  });
}

/** The standing of each brand among the list names, by its first one that does not warn of it. */
export function listRanksOf(
  listNames: readonly ListName[],
  kinds: readonly ListNameKind[],
  brands: ReadonlyMap<number, number>,
): Map<number, ListRank> {
  const standings = new Map<number, ListRank>();
  for (const [at, brand] of brands) {
    const { rank, avoided } = listNames[at]!;
    if (brand === -1 || avoided || kinds[at] !== "name") continue;
    const before = standings.get(brand);
    if (!before) standings.set(brand, { listRank: rank, recommended: true });
    else before.listRank ??= rank;
  }
  return standings;
}

// A maker or an article may come before a name: "The Google Nest Cam", but not "Works with Nest".
function leads(before: string): boolean {
  return before.length <= 60 && !/(?:^|[^\p{L}\p{N}'’])(?!(?:the|a|an|new|by)[^\p{L}])\p{Ll}/u.test(before);
}

function isComparison(text: string): boolean {
  return /\b(?:vs|versus)\b/i.test(text);
}
