import assert from "node:assert/strict";
import { recordedAnswers, terms } from "./fixtures/recorded.ts";
import { rpc } from "./mcp.ts";
import type { TestApp } from "./start-app.ts";

/** Rivals of an electronics brand, as many as a project of some size has. */
const rivals = [
  ...["Bose", "JBL", "Soundcore", "Sennheiser", "Apple", "Samsung", "LG", "Dell", "HP", "Lenovo", "Asus"],
  ...["Acer", "Microsoft", "Google", "Nikon", "Canon"],
];

/** A project with a report of each recorded run, and one of all 792 answers; a call is one of its assistant. */
export async function bigProject(app: TestApp) {
  const me = await app.member();
  const competitors = rivals.map((name) => ({ name, domain: `${name.toLowerCase()}.com` }));
  const answers = recordedAnswers();
  const { id: projectId } = await me.project({ ...terms, competitors });
  const reports: string[] = [];
  for (const run of [1, 2, 3, 0]) {
    const rows = answers
      .filter((answer) => run === 0 || answer.run === run)
      .map(({ prompt, provider, answer, citations, answered_at, run: sample }) => ({
        ...{ prompt, provider, answer, citations, answeredAt: answered_at },
        ...(run === 0 ? { sample } : {}),
      }));
    const { status, data, text } = await me.call<{ id: string }>(
      "POST",
      `/v1/projects/${projectId}/imports`,
      rows,
    );
    assert.equal(status, 201, text);
    reports.push(data.id);
  }
  const token = await me.connector();
  const call = async (name: string, fields: Record<string, unknown>) => {
    const message = { method: "tools/call", params: { name, arguments: fields } };
    const { result, text } = await rpc(app.app.door, message, { token });
    assert.ok(result, text);
    return result as Result;
  };
  const list = async () => (await rpc(app.app.door, { method: "tools/list" }, { token })).result;
  return { me, projectId, reports, answers, call, list };
}

export interface Result {
  content: { text: string }[];
  // biome-ignore lint/suspicious/noExplicitAny: each tool answers something else
  structuredContent?: any;
  isError?: boolean;
  _meta: unknown;
}

type Big = Awaited<ReturnType<typeof bigProject>>;

/** Calls of every tool that reads, with the arguments that make its result the longest. */
export async function longestCalls({
  projectId,
  reports,
  answers,
  me,
}: Big): Promise<[string, Record<string, unknown>][]> {
  const reportId = reports.at(-1)!;
  const raw = await me.call<{ rows: { prompt: string; prompt_key: string }[] }>(
    "GET",
    `/v1/reports/${reportId}?view=raw&limit=500`,
  );
  const keyOf = new Map(raw.data.rows.map(({ prompt, prompt_key }) => [prompt, prompt_key]));
  const longest = answers
    .filter(({ prompt }) => keyOf.has(prompt))
    .reduce((a, b) => (b.answer.length > a.answer.length ? b : a));
  const answer = { promptKey: keyOf.get(longest.prompt), provider: longest.provider, sample: longest.run };
  return [
    ["list_projects", {}],
    ["list_reports", { limit: 100 }],
    ["list_engines", {}],
    ["get_project", { projectId }],
    ["get_account_status", { projectId }],
    ["get_latest_report", { projectId }],
    ["get_report", { reportId }],
    ["get_report", { reportId, view: "raw", limit: 500 }],
    ["get_report", { reportId, view: "full", limit: 200 }],
    ["get_report", { reportId, view: "full", limit: 200, answer_detail: "full" }],
    ["get_latest_report", { projectId, view: "full", limit: 200, answer_detail: "full" }],
    ["get_provider_answer", { reportId, ...answer }],
    ["get_visibility_trends", { projectId, timeframe: "90d" }],
    ["get_competitor", { projectId, competitor: "Apple" }],
    ["get_client_brief", { projectId }],
    ["compare_reports", { reportId: reports[2] }],
    ["suggest_content", { projectId }],
  ];
}
