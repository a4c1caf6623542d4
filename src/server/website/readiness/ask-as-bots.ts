import { wallOf } from "../../../site/page/wall.ts";
import type { SiteRobots, Website } from "../../outbound/website/website.ts";
import { askedAgents } from "./checks/ai-agents.ts";
import type { RefusedAgent } from "./checks/material.ts";

const bytesMax = 64 * 1024;
const timeMs = 5_000;

/**
 * Asks for a page that answered us 200 once for each of a few agents that robots.txt lets have it, as ourselves with the
 * agent's name behind our own, one after the other. Returns those that the server refuses. Names for which there is no
 * time are not asked.
 */
export async function askAsBots(
  website: Pick<Website, "agent" | "attempt">,
  url: string,
  { file, unreachable }: Pick<SiteRobots, "file" | "unreachable">,
): Promise<RefusedAgent[]> {
  const allowed = unreachable ? [] : askedAgents.filter((agent) => !file?.refused.includes(agent));
  const until = performance.now() + timeMs;
  const answered: RefusedAgent[] = [];
  for (const agent of allowed) {
    const timeoutMs = Math.ceil(until - performance.now());
    if (timeoutMs <= 0) break;
    const headers = { "user-agent": `${website.agent} ${agent}` };
    const answer = await website.attempt({ url, headers, bytesMax, timeoutMs }, "as_failure");
    if (answer.ok) answered.push({ agent, status: answer.status, walled: wallOf(answer, null) !== null });
  }
  const refused = answered.filter(({ status, walled }) => status >= 400 || walled);
  // Where every name gets 429, our requests were too many, whatever the name.
  return refused.length === answered.length && refused.every(({ status }) => status === 429) ? [] : refused;
}
