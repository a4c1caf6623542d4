import { randomBytes } from "node:crypto";
import { type App, buildApp } from "../app.ts";
import { AccountError } from "../auth/accounts/identity.ts";
import type { Config } from "../config.ts";
import { checkPorts } from "../operator/free-ports.ts";
import { type Io, say } from "../operator/io.ts";
import { boundYoungHeap } from "../operator/young-heap.ts";
import { untilStopped } from "./serve.ts";

const account = "demo@overheard.local";

const sample = {
  name: "Demo: headphones",
  brand: "Sony",
  about: "headphones, earbuds and other consumer electronics",
  domain: "sony.com",
  competitors: [
    { name: "Bose", domain: "bose.com" },
    { name: "Sennheiser", domain: "sennheiser.com" },
    { name: "JBL", domain: "jbl.com" },
    { name: "Soundcore", aliases: ["Anker Soundcore"], domain: "soundcore.com" },
  ],
  prompts: [
    "What are the best noise cancelling headphones for flying?",
    "Which wireless earbuds have the best battery life?",
    "Best headphones under $200 for working from home?",
    "What headphones do audiophiles recommend for streaming?",
    "Which earbuds are most comfortable for running?",
    "Best over-ear headphones for long video calls?",
    "Which earbuds have the clearest microphone?",
    "What are good headphones for a student on a budget?",
  ],
  samples: 2,
};

interface Summary {
  id: string;
  status: string;
  terminal: boolean;
  headline: string;
  metrics: { answers: number; prompts: number } & Figures;
  competitors: (Figures & { name: string })[];
}

interface Figures {
  appearance_rate: number | null;
  appearance_rate_ci: [number, number] | null;
  visibility_score: number | null;
  share_of_voice: number | null;
}

/** From nothing to a report, over the public API, as a first user would. Keeps serving until stopped. */
export async function demo(config: Config, options: { once?: boolean }, io: Io): Promise<void> {
  await checkPorts(config);
  boundYoungHeap();
  await using app = await buildApp({ ...config, worker: true });
  await app.listen();
  const progress = progressLine(io);

  const token = await session(app.operator);
  const key = await freshKey(config, token);
  const call = caller(config, key);
  const projectId = await sampleProject(call);
  const started = await call<Summary>("POST", "/v1/analyze/project", { projectId });
  let report = started;
  while (!report.terminal) {
    await new Promise((resolve) => setTimeout(resolve, 500));
    report = await call<Summary>("GET", `/v1/reports/${started.id}`);
    progress(`asking … ${report.status}`);
  }
  progress("");
  for (const line of shown(config, report, key)) say(io, line);
  if (!options.once) await untilStopped(app, io);
}

/** A session of the demo's account, which is made at the first demo. */
async function session(operator: App["operator"]): Promise<string> {
  try {
    return await operator.issueToken({ email: account });
  } catch (error) {
    if (!(error instanceof AccountError)) throw error;
    await operator.createUser({ email: account, password: randomBytes(18).toString("base64url") });
    return operator.issueToken({ email: account });
  }
}

type Call = <T>(method: string, path: string, body?: unknown) => Promise<T>;

function caller(config: Config, token: string): Call {
  return async <T>(method: string, path: string, body?: unknown) => {
    const response = await fetch(`http://${config.host}:${config.port}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body ? { "content-type": "application/json" } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const answer = (await response.json()) as { data: T; error?: { code: string; message: string } };
    if (answer.error) throw new Error(`${method} ${path}: ${answer.error.code}: ${answer.error.message}`);
    return answer.data;
  };
}

/** A new key under the demo's name; the one of an earlier demo is deleted first. */
async function freshKey(config: Config, token: string): Promise<string> {
  const call = caller(config, token);
  const keys = await call<{ id: string; name: string | null }[]>("GET", "/v1/keys");
  for (const { id } of keys.filter(({ name }) => name === "demo")) await call("DELETE", `/v1/keys/${id}`);
  const { key } = await call<{ key: string }>("POST", "/v1/keys", { name: "demo" });
  return key;
}

async function sampleProject(call: Call): Promise<string> {
  const projects = await call<{ id: string; name: string }[]>("GET", "/v1/projects");
  const known = projects.find(({ name }) => name === sample.name);
  return known?.id ?? (await call<{ id: string }>("POST", "/v1/projects", sample)).id;
}

const percent = (rate: number | null): string => (rate === null ? "–" : `${Math.round(rate * 100)}%`);

function shown(config: Config, report: Summary, key: string): string[] {
  const rows = [{ name: sample.brand, ...report.metrics }, ...report.competitors];
  const table = rows.map((row) =>
    [
      row.name.padEnd(14),
      percent(row.appearance_rate).padStart(6),
      (row.appearance_rate_ci ? row.appearance_rate_ci.map(percent).join(" to ") : "–").padStart(14),
      String(row.visibility_score ?? "–").padStart(12),
      percent(row.share_of_voice).padStart(10),
    ].join("  "),
  );
  return [
    "",
    report.headline,
    "",
    `${"brand".padEnd(14)}   named   95% interval    visibility       voice`,
    ...table,
    "",
    `Report  ${config.baseUrl}/v1/reports/${report.id}`,
    `API     ${config.baseUrl}/v1, described at ${config.siteUrl}/openapi.json`,
    `Key     ${key}`,
    "",
    `curl -H "Authorization: Bearer ${key}" ${config.baseUrl}/v1/reports/${report.id}`,
    "",
  ];
}

/** One line that rewrites itself on a terminal and stays quiet in a pipe. */
function progressLine({ stderr }: Io): (text: string) => void {
  return (text) => void (stderr.isTTY && stderr.write(`\r\u001b[2K${text}`));
}
