import { decodedPage } from "../page/charset.ts";
import { type FileBytes, isWebPage } from "../page/site-file.ts";
import { type AgentRules, readRobots, refusedBy, robotsBytesMax, rulesFor } from "./robots.ts";

/** A robots.txt, and what to read from it. */
export interface RobotsRequest extends FileBytes {
  /** Our own product token. */
  agent: string;
  /** For readiness: an address, and the agents whose access to it to report. */
  target?: { url: string; agents: readonly string[] };
}

/** A robots.txt that answered 200, as read. */
export interface RobotsFile {
  /** It is really a web page. */
  webPage: boolean;
  /** It has at least one line that crawlers know, or is empty. */
  isValid: boolean;
  /** Addresses of sitemaps, as written. */
  sitemaps: readonly string[];
  /** What it allows us. */
  rules: AgentRules;
  /** The agents of the target that may not fetch its address. */
  refused: string[];
}

/** Reads a robots.txt for us and for other agents. Takes bounded time, whatever it contains. */
export function readRobotsFile({ body, contentType, agent, target }: RobotsRequest): RobotsFile {
  const text = decodedPage(body.subarray(0, robotsBytesMax), contentType);
  const webPage = isWebPage(text, contentType);
  const robots = readRobots(webPage ? "" : text);
  const { groups, sitemaps } = robots;
  return {
    webPage,
    isValid: groups.length > 0 || sitemaps.length > 0 || (!webPage && text.trim() === ""),
    sitemaps,
    rules: rulesFor(robots, agent),
    refused: target ? refusedBy(robots, target.agents, target.url) : [],
  };
}
