/** What a robots.txt says about one address. */
export interface RobotsRules {
  /** Whether this agent, by its product token, may fetch the address. */
  allows(agent: string): boolean;
  /** Whether it has rules for this agent by name. */
  names(agent: string): boolean;
  /** Sitemaps it names, as they stand. */
  sitemaps: string[];
  /** It has at least one line of robots.txt. */
  known: boolean;
}

interface Rule {
  allow: boolean;
  pattern: string;
}

interface Group {
  rules: Rule[];
}

/** RFC 9309 asks for at least 500 KiB. */
const charactersMax = 512_000;

/**
 * The rules of a robots.txt for one address, by RFC 9309: the longest matching rule of all groups of an agent decides,
 * allow wins a tie, `*` stands for agents without a group. Each group is matched once, in linear time, however many
 * agents share it.
 */
export function robotsRules(text: string, url: string): RobotsRules {
  const { groups, sitemaps, known } = parse(text.slice(0, charactersMax));
  const { pathname, search } = new URL(url);
  const path = upperEscapes(pathname + search);
  const decided = new Map<Group, Rule | null>();
  const decision = (group: Group): Rule | null => {
    const rule = decided.has(group) ? decided.get(group)! : decisive(group.rules, path);
    decided.set(group, rule);
    return rule;
  };
  return {
    allows(agent) {
      const own = groups.get(agent.toLowerCase()) ?? groups.get("*") ?? [];
      const rules = own.map(decision).filter((rule) => rule !== null);
      return rules.reduce((best, rule) => stronger(best, rule), allowAll).allow;
    },
    names: (agent) => groups.has(agent.toLowerCase()),
    sitemaps,
    known,
  };
}

const allowAll: Rule = { allow: true, pattern: "" };

const stronger = (one: Rule, other: Rule): Rule =>
  other.pattern.length > one.pattern.length || (other.pattern.length === one.pattern.length && other.allow)
    ? other
    : one;

const decisive = (rules: readonly Rule[], path: string): Rule | null =>
  rules.reduce<Rule | null>((best, rule) => {
    if (!matches(rule.pattern, path)) return best;
    return best === null ? rule : stronger(best, rule);
  }, null);

function parse(text: string): { groups: Map<string, Group[]>; sitemaps: string[]; known: boolean } {
  const groups = new Map<string, Group[]>();
  const sitemaps: string[] = [];
  let group: Group | null = null;
  let known = false;
  let naming = false;
  for (const line of text.replace(/^\uFEFF/, "").split(/\r\n|\r|\n/)) {
    const [, name = "", value = ""] = /^\s*([a-z-]+)\s*:([^#]*)/i.exec(line) ?? [];
    const field = name.toLowerCase();
    if (field === "user-agent") {
      known = true;
      if (!naming || !group) group = { rules: [] };
      naming = true;
      const agent = agentOf(value);
      groups.set(agent, [...(groups.get(agent) ?? []), group]);
    } else if (field === "allow" || field === "disallow") {
      known = true;
      naming = false;
      const pattern = patternOf(value);
      if (pattern && group) group.rules.push({ allow: field === "allow", pattern });
    } else if (field === "sitemap" && value.trim()) {
      known = true;
      sitemaps.push(value.trim());
    }
  }
  return { groups, sitemaps, known };
}

/** Without a version, e.g. `googlebot` of `Googlebot/2.1`. */
const agentOf = (value: string): string => value.replace(/\/.*$/s, "").trim().toLowerCase();

/** In the form in which addresses are compared: what is not ASCII escaped, escapes in capitals, no repeated `*`. */
function patternOf(value: string): string {
  const text = value.trim().replaceAll(/\*{2,}/g, "*");
  return upperEscapes(
    text.replaceAll(/[^\0-\x7f]+/g, (letters) => encodeURIComponent(letters.toWellFormed())),
  );
}

const upperEscapes = (text: string): string =>
  text.replaceAll(/%[0-9a-f]{2}/gi, (code) => code.toUpperCase());

/** Each part between `*` is looked for where the one before ended: the first place is always as good as any later. */
function matches(pattern: string, path: string): boolean {
  const anchored = pattern.endsWith("$");
  const [first = "", ...parts] = (anchored ? pattern.slice(0, -1) : pattern).split("*");
  if (!path.startsWith(first)) return false;
  const last = parts.pop();
  if (last === undefined) return !anchored || path.length === first.length;
  let at = first.length;
  for (const part of parts) {
    const found = path.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return anchored ? path.length - last.length >= at && path.endsWith(last) : path.indexOf(last, at) !== -1;
}
