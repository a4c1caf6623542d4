import { mayFetch, readRobots } from "../crawl/robots.ts";

/** What a robots.txt says about one address. */
export interface RobotsRules {
  /** Whether this agent, by its product token, may fetch the address. */
  allows(agent: string): boolean;
  /** Sitemaps it names, as they stand. */
  sitemaps: readonly string[];
  /** It has at least one line of robots.txt. */
  known: boolean;
}

/** The rules of a robots.txt for one address. Agents that share their groups are judged once, however many they are. */
export function robotsRules(text: string, url: string): RobotsRules {
  const robots = readRobots(text);
  const { groups, sitemaps } = robots;
  const verdicts = new Map<string, boolean>();
  return {
    allows(agent) {
      const token = /^[a-z_-]+/i.exec(agent)?.[0].toLowerCase() ?? "";
      const own = groups.flatMap(({ agents }, at) => (agents.includes(token) ? [at] : [])).join(" ");
      const allowed = verdicts.get(own) ?? mayFetch(robots, agent, url);
      verdicts.set(own, allowed);
      return allowed;
    },
    sitemaps,
    known: groups.length > 0 || sitemaps.length > 0,
  };
}
