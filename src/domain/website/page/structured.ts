const blocksMax = 20;
const nodesMax = 500;

/** Types and the site's name from a page's JSON-LD blocks; what is not JSON is passed over. */
export function identityIn(blocks: readonly string[]): { name: string | null; types: string[] } {
  const types = new Set<string>();
  const names = new Map<string, string>();
  for (const node of blocks.slice(0, blocksMax).flatMap(nodesIn)) {
    for (const type of typesOf(node)) {
      types.add(type);
      if (typeof node.name === "string" && !names.has(type)) names.set(type, node.name);
    }
  }
  const name = names.get("WebSite") ?? names.get("Organization") ?? names.get("Corporation") ?? null;
  return { name, types: [...types].slice(0, 50) };
}

type Node = Record<string, unknown>;

/** Every object of a block that has a type, to a bounded number, without recursion. */
function nodesIn(block: string): Node[] {
  const found: Node[] = [];
  const open: unknown[] = [parsed(block)];
  for (let seen = 0; open.length > 0 && seen < nodesMax; seen += 1) {
    const value = open.shift();
    if (Array.isArray(value)) open.push(...value.slice(0, nodesMax));
    else if (typeof value === "object" && value !== null) {
      if ("@type" in value) found.push(value as Node);
      open.push(...Object.values(value).filter((inner) => typeof inner === "object"));
    }
  }
  return found;
}

function typesOf({ "@type": type }: Node): string[] {
  return [type]
    .flat()
    .filter((one): one is string => typeof one === "string" && /^[A-Za-z:/.]{1,60}$/.test(one));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
