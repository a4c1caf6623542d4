/** Browsers stop nesting at 512; beyond it a parser's work grows with the square of the depth. */
const depthMax = 1_000;
/** Each costs memory, some 40 MB together; a megabyte of real HTML has 15,000. */
const elementsMax = 20_000;

/** What an opening tag ends where it stands on top, so that lists without closing tags do not count as deep. */
const ends: Record<string, readonly string[]> = {
  p: ["p"],
  li: ["li"],
  dt: ["dt", "dd"],
  dd: ["dt", "dd"],
  option: ["option"],
  tr: ["tr", "td", "th"],
  td: ["td", "th"],
  th: ["td", "th"],
};
const empty = new Set("area base br col embed hr img input link meta param source track wbr".split(" "));
/** Their content is text up to their own closing tag. */
const rawText = new Set(["script", "style", "textarea", "title"]);

/**
 * The page up to where it has more elements, or has them nested deeper, than any real page. A parser looks through all
 * open ones for every closing tag: 2 MB of `<div>` would keep it busy for a minute and a half. One pass over the text.
 */
export function withinReason(html: string): { html: string; cut: boolean } {
  const tags = /<(?:(!--)|[!?]|\/(?![a-z])|(\/?)([a-z][a-z0-9-]*))/gi;
  const open: string[] = [];
  let count = 0;
  for (let tag = tags.exec(html); tag; tag = tags.exec(html)) {
    const [, comment, slash, written] = tag;
    const name = written?.toLowerCase();
    if (slash && name && closes(open, name)) continue;
    count += 1;
    if (!slash && name && !empty.has(name) && !rawText.has(name)) nest(open, name);
    if (count > elementsMax || open.length > depthMax) return { html: html.slice(0, tag.index), cut: true };
    const end = comment ? "-->" : !slash && name && rawText.has(name) ? `</${name}` : null;
    if (end !== null && !passes(tags, html, end)) break;
  }
  return { html, cut: false };
}

/** Goes on behind the next `end`; false where there is none. */
function passes(tags: RegExp, html: string, end: string): boolean {
  const next = new RegExp(end, "gi");
  next.lastIndex = tags.lastIndex;
  if (!next.test(html)) return false;
  tags.lastIndex = next.lastIndex;
  return true;
}

function nest(open: string[], name: string): void {
  while (ends[name]?.includes(open.at(-1) ?? "")) open.pop();
  open.push(name);
}

/** A closing tag closes the nearest element of its name; false where there is none. */
function closes(open: string[], name: string): boolean {
  const at = open.lastIndexOf(name);
  if (at !== -1) open.length = at;
  return at !== -1;
}
