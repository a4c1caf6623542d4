const depthMax = 1_000;

const voids = new Set("area base br col embed hr img input link meta param source track wbr".split(" "));

/**
 * HTML up to where more elements are open than any real page has. A parser looks through all open elements for every
 * closing tag, so that a page of nothing but opening tags would take it minutes.
 */
export function withinDepth(html: string): string {
  let depth = 0;
  for (const match of html.matchAll(/<(\/?)([a-z][a-z0-9-]*)/gi)) {
    if (voids.has(match[2]!.toLowerCase())) continue;
    depth += match[1] ? -1 : 1;
    if (depth > depthMax) return html.slice(0, match.index);
    if (depth < 0) depth = 0;
  }
  return html;
}
