import { decodedPage } from "../page/charset.ts";
import { type AgentRules, readRobots, refusedBy, robotsBytesMax, rulesFor } from "./robots.ts";
import { type FileBytes, isWebPage } from "./site-file.ts";

/** What is asked of a robots.txt. */
export interface RobotsRequest extends FileBytes {
  /** Our own product token. */
  agent: string;
  /** An address, and agents whose access to it is to be told; for readiness. */
  judged?: { url: string; agents: readonly string[] };
}

/** A robots.txt that answered 200, read. */
export interface RobotsFile {
  /** A web page stands in its place. */
  webPage: boolean;
  /** It holds at least one line that crawlers know, or nothing at all. */
  known: boolean;
  /** Addresses of sitemaps, as written. */
  sitemaps: readonly string[];
  /** What it lets us have. */
  rules: AgentRules;
  /** Those of the judged agents that may not have the judged address. */
  refused: string[];
}

/** Reads a robots.txt for ourselves and for others. Takes bounded time, whatever it holds. */
export function readRobotsFile({ body, contentType, agent, judged }: RobotsRequest): RobotsFile {
  const text = decodedPage(body.subarray(0, robotsBytesMax), contentType);
  const webPage = isWebPage(text, contentType);
  const robots = readRobots(webPage ? "" : text);
  const { groups, sitemaps } = robots;
  return {
    webPage,
    known: groups.length > 0 || sitemaps.length > 0 || (!webPage && text.trim() === ""),
    sitemaps,
    rules: rulesFor(robots, agent),
    refused: judged ? refusedBy(robots, judged.agents, judged.url) : [],
  };
}
