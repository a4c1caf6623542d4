/** A place in an answer that was looked at: counted for a brand, or not. */
export interface Place {
  start: number;
  end: number;
  kind: "own" | "rival" | "not";
  name: string;
  rule: string;
  uncertain: boolean;
}

/** A stretch of an answer that looks one way; of a place, with the place's number in the list of places. */
export interface Stretch {
  text: string;
  strong: boolean;
  heading: boolean;
  number: number | null;
  /** The number of the source that is cited here; `text` is empty then. */
  cites: number | null;
}

/** By its address the number of a source that an answer cites; null if it is none of them. */
export type SourceOf = (url: string) => number | null;

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
  const mentionPlaces = mentions.flatMap(({ name, is_own_brand, evidence }) =>
    evidence.map(({ start, end, rule, uncertain }): Place => {
      return { start, end, rule, uncertain, name, kind: is_own_brand ? "own" : "rival" };
    }),
  );
  const passed = not_counted.map(({ start, end, rule, uncertain, name }): Place => {
    return { start, end, rule, uncertain, name, kind: "not" };
  });
  const places: Place[] = [];
  for (const place of [...mentionPlaces, ...passed])
    if (place.end > place.start && !places.some(({ start, end }) => place.start < end && start < place.end))
      places.push(place);
  return places.sort((one, other) => one.start - other.start);
}

/** What stands in place of a range of the text: nothing for a mark of Markdown. */
interface Edit {
  start: number;
  end: number;
  show: string;
  /** Where a link leads that ends here. */
  url?: string;
}

interface Span {
  start: number;
  end: number;
}

// Every repetition is bounded: an answer that is made to be slow costs no more than its length.
const patterns = {
  heading: /^ {0,3}#{1,6}[ \t]+(.{0,400}).*$/gm,
  rule: /^ {0,3}(?:-{3,40}|\*{3,40})[ \t]{0,20}$/gm,
  bullet: /^[ \t]{0,40}([*+-])[ \t]/gm,
  strong: /(\*\*|__)(?=\S)([^\n]{0,300}?\S)\1/g,
  link: /\[([^\]\n]{0,300})\]\(([^)\n]{0,2000})\)/g,
  escape: /\\(?=[!-/:-@[-`{-~])/g,
};

/** Where Markdown marks something, in an answer as it was given. */
function marksOf(answer: string): { edits: Edit[]; strong: Span[]; headings: Span[] } {
  const edits: Edit[] = [];
  const strong: Span[] = [];
  const headings: Span[] = [];
  const hide = (start: number, end: number, show = "") => edits.push({ start, end, show });
  for (const { index, 0: whole, 1: title = "" } of answer.matchAll(patterns.heading)) {
    hide(index, index + whole.indexOf(title, whole.search(/[^# \t]|$/)));
    headings.push({ start: index, end: index + whole.length });
  }
  for (const { index, 0: whole } of answer.matchAll(patterns.rule)) hide(index, index + whole.length);
  for (const { index, 0: whole } of answer.matchAll(patterns.bullet))
    hide(index + whole.length - 2, index + whole.length - 1, "•");
  for (const { index, 0: whole } of answer.matchAll(patterns.strong)) {
    hide(index, index + 2);
    hide(index + whole.length - 2, index + whole.length);
    strong.push({ start: index, end: index + whole.length });
  }
  for (const { index, 0: whole, 1: label = "", 2: url = "" } of answer.matchAll(patterns.link)) {
    hide(index, index + 1);
    edits.push({ start: index + 1 + label.length, end: index + whole.length, show: "", url });
  }
  for (const { index } of answer.matchAll(patterns.escape)) hide(index, index + 1);
  return { edits, strong, headings };
}

/** The answer as a reader would see it, in stretches for text nodes: nothing of it is taken for markup of the page. */
export function stretchesOf(
  answer: string,
  places: readonly Place[],
  sourceOf: SourceOf = () => null,
  notShown: readonly Span[] = [],
): Stretch[] {
  const { edits: marks, strong, headings } = marksOf(answer);
  const edits = [...notShown.map((span) => hiddenWith(answer, span)), ...marks];
  const spans = [...edits, ...strong, ...headings, ...places];
  const edges = [...new Set([0, answer.length, ...spans.flatMap(({ start, end }) => [start, end])])]
    .filter((edge) => edge <= answer.length)
    .sort((one, other) => one - other);
  const inside = walker(strong);
  const titled = walker(headings);
  const edited = walker(edits);
  const placed = walker(places);
  const stretches: Stretch[] = [];
  edges.slice(0, -1).forEach((start, at) => {
    const edit = edits[edited(start)];
    const isMark = edit !== undefined;
    const text = isMark ? (edit.start === start ? edit.show : "") : answer.slice(start, edges[at + 1]);
    const cites = edit?.url && edit.start === start ? sourceOf(edit.url) : null;
    if (cites !== null) stretches.push({ text: "", strong: false, heading: false, number: null, cites });
    if (text === "") return;
    const place = placed(start);
    stretches.push({
      cites: null,
      text,
      strong: inside(start) >= 0,
      heading: titled(start) >= 0,
      number: place < 0 ? null : place + 1,
    });
  });
  return stretches;
}

/** What is not shown, with the empty lines behind it where it fills its own. */
function hiddenWith(answer: string, { start, end }: Span): Edit {
  let until = end;
  if (start === 0 || answer[start - 1] === "\n") while (/\s/.test(answer[until] ?? "")) until += 1;
  return { start, end: until, show: "" };
}

/** Which span holds an offset, by its number; -1 for none. Offsets are asked for in rising order. */
function walker(spans: readonly Span[]): (offset: number) => number {
  const order = spans
    .map((span, number) => ({ ...span, number }))
    .sort((one, other) => one.start - other.start);
  let next = 0;
  let open: (typeof order)[number] | undefined;
  return (offset) => {
    while (next < order.length && order[next]!.start <= offset) {
      const span = order[next]!;
      if (!open || span.end > open.end || open.end <= offset) open = span;
      next += 1;
    }
    return open && open.start <= offset && offset < open.end ? open.number : -1;
  };
}

/** Tells sources by their addresses as they are kept: without a fragment and what tracks a reader. */
export function sourceOf(citations: readonly { position: number; url: string }[]): SourceOf {
  const positionByUrl = new Map(citations.map(({ position, url }) => [bareAddress(url), position]));
  return (url) => positionByUrl.get(bareAddress(url)) ?? null;
}

const bareAddress = (url: string): string =>
  url
    .trim()
    .replace(/\s.*$/s, "")
    .replace(/#.*$/s, "")
    .replace(/([?&])(?:utm_[a-z]+|gclid|fbclid)=[^&]*/g, "$1")
    .replace(/[?&]+$/, "")
    .replace(/\/$/, "")
    .toLowerCase();
