/** A site's robots.txt, read by RFC 9309. */
export interface Robots {
  groups: readonly RobotsGroup[];
  /** Addresses of sitemaps, as written. */
  sitemaps: readonly string[];
}

interface RobotsGroup {
  /** Product tokens in lower case; `*` is everybody. */
  agents: string[];
  rules: { allow: boolean; pattern: string }[];
  /** Seconds between requests; not in the RFC, but asked for by many. */
  crawlDelay: number | null;
}

/** RFC 9309 §2.5: a parser reads at least 500 KiB. */
export const robotsBytesMax = 500 * 1024;
const sitemapsMax = 20;
const linesMax = 20_000;

export const allowAll: Robots = { groups: [], sitemaps: [] };
export const forbidAll: Robots = {
  groups: [{ agents: ["*"], rules: [{ allow: false, pattern: "/" }], crawlDelay: null }],
  sitemaps: [],
};

/** What an answer to the request for robots.txt means (RFC 9309 §2.3.1); null is no answer at all. */
export function robotsOf(answer: { status: number; body: string } | null): Robots {
  if (answer && answer.status >= 200 && answer.status < 300) return readRobots(answer.body);
  // Unavailable (4xx, or redirected without end) opens everything, unreachable (5xx, no answer) closes it.
  return answer && answer.status < 500 ? allowAll : forbidAll;
}

/** Reads a robots.txt. Never throws: what is no rule is passed over, and a rule before any agent is nobody's. */
export function readRobots(text: string): Robots {
  const groups: RobotsGroup[] = [];
  const sitemaps: string[] = [];
  let group: RobotsGroup | undefined;
  let naming = false;
  for (const [key, value] of linesOf(text)) {
    if (key === "user-agent") {
      if (!naming || !group) {
        group = { agents: [], rules: [], crawlDelay: null };
        groups.push(group);
      }
      group.agents.push(agentOf(value));
      naming = true;
    } else if (key === "allow" || key === "disallow") {
      naming = false;
      if (value) group?.rules.push({ allow: key === "allow", pattern: normalised(value) });
    } else if (key === "crawl-delay" && group) {
      const seconds = Number(value);
      if (value && seconds >= 0) group.crawlDelay = seconds;
    } else if (key === "sitemap" && sitemaps.length < sitemapsMax) sitemaps.push(value);
  }
  return { groups, sitemaps };
}

/**
 * Whether the agent with this product token may ask for the address. The most specific rule decides, and of two
 * equal ones that which allows; `/robots.txt` itself is always allowed.
 */
export function mayFetch(robots: Robots, agent: string, address: string): boolean {
  const { pathname, search } = new URL(address);
  if (pathname === "/robots.txt") return true;
  const path = normalised(pathname + search);
  let best = { length: -1, allow: true };
  for (const { rules } of groupsFor(robots, agent)) {
    for (const { allow, pattern } of rules) {
      const { length } = pattern;
      const outranks = length > best.length || (length === best.length && allow);
      if (outranks && matches(pattern, path)) best = { length, allow };
    }
  }
  return best.allow;
}

/** Seconds that the agent is asked to wait between requests, or null. */
export function crawlDelayOf(robots: Robots, agent: string): number | null {
  return groupsFor(robots, agent).find(({ crawlDelay }) => crawlDelay !== null)?.crawlDelay ?? null;
}

/** Every group that names the agent counts; only where none does, those for everybody. */
function groupsFor({ groups }: Robots, agent: string): RobotsGroup[] {
  const token = agentOf(agent);
  const own = groups.filter(({ agents }) => agents.includes(token));
  return own.length > 0 ? own : groups.filter(({ agents }) => agents.includes("*"));
}

/** `Bot/1.0 (…)` is `bot`: a product token is letters, `-` and `_`. */
function agentOf(value: string): string {
  if (/^\*(\s|$)/.test(value)) return "*";
  return /^[a-z_-]+/i.exec(value)?.[0].toLowerCase() ?? "";
}

/** Misspellings that crawlers have always understood. */
const spellings: Record<string, string> = {
  useragent: "user-agent",
  "user agent": "user-agent",
  dissallow: "disallow",
  dissalow: "disallow",
  disalow: "disallow",
  diasllow: "disallow",
  disallaw: "disallow",
  "site-map": "sitemap",
};

function* linesOf(text: string): Generator<[key: string, value: string]> {
  const lines = text
    .slice(0, robotsBytesMax)
    .replace(/^\uFEFF/, "")
    .split(/\r\n|\r|\n/, linesMax);
  for (const line of lines) {
    const said = line.split("#", 1)[0]!.trim();
    const colon = said.indexOf(":");
    // A colon may be missing where exactly two words stand there.
    const [name, value] =
      colon === -1 ? wordPair(said) : [said.slice(0, colon).trim(), said.slice(colon + 1)];
    if (name === undefined || value === undefined) continue;
    const key = name.toLowerCase();
    yield [spellings[key] ?? key, value.trim()];
  }
}

const wordPair = (line: string): string[] => {
  const words = line.slice(0, 4_096).split(/\s+/);
  return words.length === 2 ? words : [];
};

/** Percent-encoding in one form (§2.2.2): letters, digits and `-._~` bare, everything else in capitals. */
function normalised(path: string): string {
  return path.replace(/%[0-9a-f]{2}/gi, decodedPlain).replace(/[^\x21-\x7e]+/gu, encoded);
}

function decodedPlain(triplet: string): string {
  const letter = String.fromCharCode(Number.parseInt(triplet.slice(1), 16));
  return /[A-Za-z0-9._~-]/.test(letter) ? letter : triplet.toUpperCase();
}

const encoded = (text: string): string => encodeURI(text.toWellFormed());

/** `*` is any run of characters, `$` at the end is the end; everything else must be there from the start. Linear. */
function matches(pattern: string, path: string): boolean {
  const anchored = pattern.endsWith("$");
  const pieces = (anchored ? pattern.slice(0, -1) : pattern).split("*");
  const first = pieces.shift()!;
  if (!path.startsWith(first)) return false;
  let at = first.length;
  const last = anchored ? pieces.pop() : undefined;
  for (const piece of pieces) {
    const found = path.indexOf(piece, at);
    if (found === -1) return false;
    at = found + piece.length;
  }
  if (!anchored) return true;
  return last === undefined ? at === path.length : path.length - last.length >= at && path.endsWith(last);
}
