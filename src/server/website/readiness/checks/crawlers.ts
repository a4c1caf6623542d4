import { type AgentPurpose, otherAgents, purposeWeights, scoredAgents } from "./ai-agents.ts";
import { fail, pass, type Verdict, warn } from "./check.ts";
import type { Material, RefusedAgent } from "./material.ts";

/** Below this share the page is as good as closed to assistants, and the whole score is capped. */
export const closedBelow = 0.25;

/** The weighted share of the scored agents that robots.txt lets fetch the page. */
export function aiCrawlersAllowed(material: Material): Verdict {
  const rules = rulesOf(material);
  const blocked: string[] = [];
  let allowed = 0;
  let total = 0;
  for (const purpose of Object.keys(scoredAgents) as AgentPurpose[]) {
    for (const agent of scoredAgents[purpose]) {
      total += purposeWeights[purpose];
      if (isRefused(rules, agent)) blocked.push(agent);
      else allowed += purposeWeights[purpose];
    }
  }
  const { refusedAgents } = material;
  const verdict = withRefusals(verdictOf(blocked), refusedAgents);
  const evidence = {
    ...evidenceOf(rules, blocked),
    refused_by_server: refusedAgents.map(({ agent, status }) => `${agent}: ${status}`),
  };
  return { ...verdict, score: allowed / total, evidence };
}

/** What the server does with the agents' names beside what robots.txt says; it changes neither status nor score. */
function withRefusals(verdict: Verdict, refused: readonly RefusedAgent[]): Verdict {
  if (refused.length === 0) return verdict;
  const names = listed(refused.map(({ agent }) => agent));
  const advice = `Let ${names} through the firewall or bot protection of the server.`;
  return {
    ...verdict,
    message: `${verdict.message} For ${names}: robots.txt allows, the server refuses a request with this name.`,
    fix: verdict.fix ? `${verdict.fix} ${advice}` : advice,
  };
}

/** The agents that may not fetch the page. */
type Rules = ReadonlySet<string> | "everybody" | "nobody";

const isRefused = (rules: Rules, agent: string): boolean =>
  rules === "nobody" || (rules !== "everybody" && rules.has(agent));

/** RFC 9309: an unreachable robots.txt forbids everything, an absent one nothing. */
function rulesOf({ robots: { fetch, file } }: Material): Rules {
  if (!fetch.ok || fetch.status >= 500) return "nobody";
  return file && !file.webPage ? new Set(file.refused) : "everybody";
}

const listed = (agents: readonly string[]): string =>
  agents.length <= 4 ? agents.join(", ") : `${agents.slice(0, 4).join(", ")} and ${agents.length - 4} more`;

function verdictOf(blocked: readonly string[]): Verdict {
  const all = Object.values(scoredAgents).flat();
  if (blocked.length === 0) return pass(`All ${all.length} agents of AI assistants may fetch the page.`);
  const training = new Set(scoredAgents.training);
  const quoting = blocked.filter((agent) => !training.has(agent));
  if (quoting.length === 0) {
    return warn(
      `Assistants may search and fetch the page; ${listed(blocked)} may not train on it.`,
      "Leave it if that is what you want: training agents count little. Otherwise allow them in robots.txt.",
    );
  }
  const fix = `Allow ${listed(quoting)} in robots.txt: assistants cannot find or cite what these may not fetch.`;
  const message = `robots.txt blocks ${blocked.length} of ${all.length} AI agents, among them these that search or fetch for users: ${listed(quoting)}.`;
  return quoting.length === all.length - training.size ? fail(message, fix) : warn(message, fix);
}

function evidenceOf(rules: Rules, blocked: readonly string[]) {
  const allowedAgents = Object.values(scoredAgents)
    .flat()
    .filter((agent) => !blocked.includes(agent));
  const others = otherAgents.filter((agent) => isRefused(rules, agent));
  return {
    allowed: allowedAgents,
    blocked: [...blocked],
    other_agents_known: otherAgents.length,
    other_agents_blocked: others,
  };
}
