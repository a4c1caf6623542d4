/** A site's robots.txt, read by RFC 9309. */
export interface Robots {
  groups: readonly RobotsGroup[];
  /** Addresses of sitemaps, as written. */
  sitemaps: readonly string[];
}

export interface RobotsGroup {
  /** Product tokens in lower case; `*` is everybody. */
  agents: string[];
  rules: { allow: boolean; pattern: string }[];
  /** Seconds between requests; not in the RFC, but many sites ask for it. */
  crawlDelay: number | null;
}

/** What a robots.txt allows one agent, prepared for checking many addresses. */
export interface AgentRules {
  /** The most specific first, and of equal ones the one that allows: the first match decides. */
  rules: readonly CompiledRule[];
  crawlDelay: number | null;
}

interface CompiledRule {
  allow: boolean;
  /** Length of its pattern: the longer, the more specific. */
  length: number;
  /** The parts between its stars; a single part if it has none. */
  pieces: readonly string[];
  /** It ends with `$`. */
  anchored: boolean;
  /** Shorter paths cannot match. */
  shortest: number;
  /** The cost of one match for each character of an address. */
  cost: number;
}

/** RFC 9309 §2.5: a parser reads at least 500 KiB. */
export const robotsBytesMax = 500 * 1024;
const sitemapsMax = 20;
const linesMax = 20_000;
const addressMax = 2_048;
/**
 * How many character comparisons the rules with stars may use on one address, some 2 ms: enough for 5,000 such rules and
 * an address of 100 characters. What is undecided by then is forbidden.
 */
const looksMax = 500_000;

export const allowAll: Robots = { groups: [], sitemaps: [] };
export const forbidAll: Robots = {
  groups: [{ agents: ["*"], rules: [{ allow: false, pattern: "/" }], crawlDelay: null }],
  sitemaps: [],
};

/** Reads a robots.txt. Never throws: unknown lines are skipped, and rules before any agent apply to nobody. */
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
    } else if (key === "sitemap" && sitemaps.length < sitemapsMax && value.length <= addressMax)
      sitemaps.push(value);
  }
  return { groups, sitemaps };
}

/** The rules for the agent with this product token, compiled once; takes as long as sorting them. */
export function rulesFor(robots: Robots, agent: string): AgentRules {
  const groups = groupsFor(robots, agent);
  return {
    rules: compiledRules(groups.flatMap(({ rules }) => rules)),
    crawlDelay: groups.find(({ crawlDelay }) => crawlDelay !== null)?.crawlDelay ?? null,
  };
}

/**
 * Whether an address may be fetched. The most specific rule decides, and of two equal ones the one that allows;
 * `/robots.txt` itself is always allowed. Takes bounded time, whatever the rules.
 */
export function allows({ rules }: AgentRules, address: string): boolean {
  const path = pathOf(address);
  if (path === "/robots.txt") return true;
  const rule = deciding(rules, path);
  return rule === null || (rule !== "undecided" && rule.allow);
}

/** The agents that may not fetch the address. Each group is checked once, however many agents share it. */
export function refusedBy(robots: Robots, agents: readonly string[], address: string): string[] {
  const path = pathOf(address);
  if (path === "/robots.txt") return [];
  const decisions = new Map<RobotsGroup, Decision>();
  const decisionOf = (group: RobotsGroup): Decision => {
    const decision = decisions.get(group) ?? { rule: deciding(compiledRules(group.rules), path) };
    decisions.set(group, decision);
    return decision;
  };
  return agents.filter((agent) => {
    const rules = groupsFor(robots, agent).flatMap((group) => decisionOf(group).rule ?? []);
    const decided = rules.filter((rule) => rule !== "undecided").sort(bySpecificity);
    return decided.length < rules.length || decided[0]?.allow === false;
  });
}

interface Decision {
  rule: CompiledRule | "undecided" | null;
}

const bySpecificity = (one: CompiledRule, other: CompiledRule): number =>
  other.length - one.length || Number(other.allow) - Number(one.allow);

function compiledRules(rules: RobotsGroup["rules"]): CompiledRule[] {
  const patterns = new Map<string, boolean>();
  for (const { allow, pattern } of rules) patterns.set(pattern, allow || patterns.get(pattern) === true);
  return [...patterns].map(([pattern, allow]) => compiled(pattern, allow)).sort(bySpecificity);
}

/** The first of the sorted rules that matches; null if none does. */
function deciding(rules: readonly CompiledRule[], path: string): Decision["rule"] {
  let looks = 0;
  for (const rule of rules) {
    if (path.length < rule.shortest) continue;
    looks += rule.cost * path.length;
    if (looks > looksMax) return "undecided";
    if (matches(rule, path)) return rule;
  }
  return null;
}

function pathOf(address: string): string {
  const { pathname, search } = new URL(address);
  return pathname === "/robots.txt" ? pathname : normalised(pathname + search);
}

/** The same for a single address. */
export const mayFetch = (robots: Robots, agent: string, address: string): boolean =>
  allows(rulesFor(robots, agent), address);

/** Every group that names the agent applies; the groups for everybody only if none does. */
function groupsFor({ groups }: Robots, agent: string): RobotsGroup[] {
  const token = agentOf(agent);
  const own = groups.filter(({ agents }) => agents.includes(token));
  return own.length > 0 ? own : groups.filter(({ agents }) => agents.includes("*"));
}

/** `Bot/1.0 (…)` becomes `bot`: a product token is letters, `-` and `_`. */
function agentOf(value: string): string {
  if (/^\*(\s|$)/.test(value)) return "*";
  return /^[a-z_-]+/i.exec(value)?.[0].toLowerCase() ?? "";
}

/** Misspellings that crawlers have always accepted. */
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
    const statement = line.split("#", 1)[0]!.trim();
    const colon = statement.indexOf(":");
    // The colon may be missing if the line has exactly two words.
    const [name, value] =
      colon === -1 ? wordPair(statement) : [statement.slice(0, colon).trim(), statement.slice(colon + 1)];
    if (name === undefined || value === undefined) continue;
    const key = name.toLowerCase();
    yield [spellings[key] ?? key, value.trim()];
  }
}

const wordPair = (line: string): string[] => {
  const words = line.slice(0, 4_096).split(/\s+/);
  return words.length === 2 ? words : [];
};

/** Percent-encoding in normal form (§2.2.2): letters, digits and `-._~` bare, everything else in capitals. */
function normalised(path: string): string {
  return path.replace(/%[0-9a-f]{2}/gi, decodedPlain).replace(/[^\x21-\x7e]+/gu, encoded);
}

function decodedPlain(triplet: string): string {
  const letter = String.fromCharCode(Number.parseInt(triplet.slice(1), 16));
  return /[A-Za-z0-9._~-]/.test(letter) ? letter : triplet.toUpperCase();
}

const encoded = (text: string): string => encodeURI(text.toWellFormed());

/** `*` is any run of characters and a final `$` is the end; everything else must match from the start. */
function compiled(pattern: string, allow: boolean): CompiledRule {
  const anchored = pattern.endsWith("$");
  const pieces = (anchored ? pattern.slice(0, -1) : pattern).split(/\*+/);
  const longest = pieces.reduce((most, { length }) => Math.max(most, length), 0);
  return {
    allow,
    length: pattern.length,
    anchored,
    pieces,
    shortest: pieces.reduce((sum, { length }) => sum + length, 0),
    // Without a star nothing is searched for; a long part may nearly match at every character.
    cost: pieces.length === 1 ? 0 : 1 + longest / 16,
  };
}

/** Matches each part at the first place after the previous one: no other choice can do better. */
function matches({ pieces, anchored }: CompiledRule, path: string): boolean {
  const last = pieces.length - 1;
  const first = pieces[0]!;
  if (last === 0) return anchored ? path === first : path.startsWith(first);
  if (!path.startsWith(first)) return false;
  let at = first.length;
  for (let index = 1; index < (anchored ? last : last + 1); index += 1) {
    const start = path.indexOf(pieces[index]!, at);
    if (start === -1) return false;
    at = start + pieces[index]!.length;
  }
  const end = pieces[last]!;
  return !anchored || (path.length - end.length >= at && path.endsWith(end));
}
