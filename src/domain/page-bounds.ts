/** Browsers stop nesting at 512; beyond it a parser's work grows with the square of the depth. */
const depthMax = 1_000;

/** What an opening tag closes where it stands on top, so that lists without closing tags do not count as deep. */
const closes: Record<string, readonly string[]> = {
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
 * The page up to where it has more tags, or has them nested deeper, than any real page: each element costs memory, a
 * parser looks through all open ones for every closing tag, and 2 MB of `<div>` would keep it busy for a minute and a
 * half. One pass over the text. A megabyte of real HTML has some 30,000 tags.
 */
export function withinReason(html: string, tagsMax: number): { html: string; cut: boolean } {
  const tags = /<(?:!--|(\/?)([a-z][a-z0-9-]*))/gi;
  const open: string[] = [];
  let count = 0;
  for (let tag = tags.exec(html); tag; tag = tags.exec(html)) {
    count += 1;
    if (count > tagsMax) return { html: html.slice(0, tag.index), cut: true };
    const name = tag[2]?.toLowerCase();
    if (name === undefined) {
      const end = html.indexOf("-->", tag.index);
      if (end === -1) break;
      tags.lastIndex = end;
    } else if (tag[1]) {
      close(open, name);
    } else if (rawText.has(name)) {
      const closing = new RegExp(`</${name}`, "gi");
      closing.lastIndex = tags.lastIndex;
      if (!closing.test(html)) break;
      tags.lastIndex = closing.lastIndex;
    } else if (!empty.has(name)) {
      while (closes[name]?.includes(open.at(-1) ?? "")) open.pop();
      open.push(name);
      if (open.length > depthMax) return { html: html.slice(0, tag.index), cut: true };
    }
  }
  return { html, cut: false };
}

/** A closing tag closes the nearest element of its name; one that is not near closes nothing. */
function close(open: string[], name: string): void {
  const at = open.lastIndexOf(name);
  if (at !== -1) open.length = at;
}
