/** A place in an answer that was looked at: counted for a brand, or not. */
export interface Place {
  start: number;
  end: number;
  kind: "own" | "rival" | "not";
  name: string;
  rule: string;
  uncertain: boolean;
}

/** A stretch of an answer: plain text, or a place with its number in the list of places. */
export type Stretch = { text: string } | { text: string; place: Place; number: number };

interface Read {
  mentions: readonly {
    name: string;
    is_own_brand: boolean;
    evidence: readonly { start: number; end: number; rule: string; uncertain: boolean }[];
  }[];
  not_counted: readonly { name: string; start: number; end: number; rule: string; uncertain: boolean }[];
}

/** Every place of an answer in the order of its text; of two that overlap, the counted one. */
export function placesOf({ mentions, not_counted }: Read): Place[] {
  const counted = mentions.flatMap(({ name, is_own_brand, evidence }) =>
    evidence.map(({ start, end, rule, uncertain }): Place => {
      return { start, end, rule, uncertain, name, kind: is_own_brand ? "own" : "rival" };
    }),
  );
  const passed = not_counted.map(({ start, end, rule, uncertain, name }): Place => {
    return { start, end, rule, uncertain, name, kind: "not" };
  });
  const places: Place[] = [];
  for (const place of [...counted, ...passed])
    if (place.end > place.start && !places.some(({ start, end }) => place.start < end && start < place.end))
      places.push(place);
  return places.sort((one, other) => one.start - other.start);
}

/** The answer in stretches, for text nodes: nothing of it is taken for markup. */
export function stretchesOf(answer: string, places: readonly Place[]): Stretch[] {
  const stretches: Stretch[] = [];
  let at = 0;
  places.forEach((place, index) => {
    if (place.start > at) stretches.push({ text: answer.slice(at, place.start) });
    stretches.push({ text: answer.slice(place.start, place.end), place, number: index + 1 });
    at = place.end;
  });
  if (at < answer.length) stretches.push({ text: answer.slice(at) });
  return stretches;
}
