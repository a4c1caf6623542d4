const headerMax = 16_384;
const linksMax = 50;

export interface Link {
  /** As written. */
  target: string;
  /** In lower case. */
  relations: string[];
}

/** The links of an HTTP `Link` header, whose values may be quoted or not and come in any order. Source: RFC 8288 §3. */
export function linksOf(header: string): Link[] {
  const text = header.slice(0, headerMax);
  const links: Link[] = [];
  let at = 0;
  while (links.length < linksMax) {
    const open = text.indexOf("<", at);
    const close = open === -1 ? -1 : text.indexOf(">", open);
    if (close === -1) break;
    const end = endOfParameters(text, close + 1);
    const relations = relationsOf(text.slice(close + 1, end));
    links.push({ target: text.slice(open + 1, close).trim(), relations });
    at = end;
  }
  return links;
}

/** Where the next link may begin: behind the next comma that is not in quotes. */
function endOfParameters(text: string, start: number): number {
  let quoted = false;
  for (let at = start; at < text.length; at += 1) {
    const character = text[at];
    if (character === "\\" && quoted) at += 1;
    else if (character === '"') quoted = !quoted;
    else if (character === "," && !quoted) return at + 1;
  }
  return text.length;
}

function relationsOf(parameters: string): string[] {
  for (const parameter of parameters.split(";")) {
    const equals = parameter.indexOf("=");
    if (equals === -1 || parameter.slice(0, equals).trim().toLowerCase() !== "rel") continue;
    const value = parameter.slice(equals + 1).replaceAll(/["',]/g, " ");
    return value.toLowerCase().split(/\s+/).filter(Boolean);
  }
  return [];
}
