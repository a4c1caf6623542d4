import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";

const root = join(import.meta.dirname, "../..");
const document = join(root, "openapi.json");
const require = createRequire(import.meta.url);
const run = promisify(execFile);

const folder = mkdtempSync(join(tmpdir(), "overheard-clients-"));
after(() => rmSync(folder, { recursive: true }));
symlinkSync(dirname(dirname(require.resolve("openapi-fetch/package.json"))), join(folder, "node_modules"));

/** Runs the program of a package, with the compiler that it was written for. */
async function generate(name: string, options: string[]): Promise<void> {
  const description = require.resolve(`${name}/package.json`);
  const { bin } = JSON.parse(readFileSync(description, "utf8")) as { bin: Record<string, string> };
  const program = join(dirname(description), Object.values(bin)[0]!);
  const hook = join(import.meta.dirname, "typescript-5.ts");
  // By the environment, as one of them starts another process.
  const env = { ...process.env, NODE_OPTIONS: `--import=${pathToFileURL(hook).href}` };
  await run(process.execPath, [program, ...options], { cwd: folder, timeout: 60_000, env });
}

/** What the compiler says of a program under `strict`; nothing if it is right. */
async function complaintsOf(program: string): Promise<string> {
  const options = [
    ...["--strict", "--noEmit", "--skipLibCheck", "--ignoreConfig", "--allowImportingTsExtensions"],
    ...[
      "--target",
      "es2023",
      "--module",
      "esnext",
      "--moduleResolution",
      "bundler",
      "--lib",
      "es2023,dom,dom.iterable",
    ],
  ];
  const tsc = join(root, "node_modules", ".bin", "tsc");
  const { stdout } = await run(tsc, [...options, program], { cwd: folder }).catch(({ stdout }) => ({
    stdout,
  }));
  return stdout;
}

/** Reads a report by what it says of itself; `Report`, `Provider` and `Code` are the generator's. */
const reading = `
export function titleOrRate(report: Report): string | number | null {
  // @ts-expect-error: only a report with figures has them
  report.metrics;
  // @ts-expect-error: only raw reports have rows
  report.rows;
  if (report.type === "generated_content") {
    const none: "" | null = report.view;
    return report.title ?? none;
  }
  const type: "visibility_analysis" | "visibility_analysis_api" = report.type;
  switch (report.view) {
    case "summary":
      return report.metrics.appearance_rate ?? report.headline;
    case "full":
      return report.prompts[0]?.metrics.visibility_score ?? report.sources.domains.length;
    case "raw":
      return report.rows[0]?.mentions.length ?? type;
  }
}

export function byView(report: Report): number {
  if (report.view === null) return report.word_count ?? 0;
  if (!report.view) return 0;
  if (report.view === "raw") return report.rows.length;
  return report.metrics.answers;
}

export const assistants = (report: Report): Provider[] =>
  report.view === "summary" ? report.providers.map(({ provider }) => provider) : [];

export const shouldWait = (code: Code): boolean => code === "RATE_LIMITED" || code === "SERVICE_UNAVAILABLE";
`;

test("a client made with openapi-typescript and openapi-fetch narrows a report by its type and its view", async () => {
  await generate("openapi-typescript", [document, "-o", "paths.ts"]);
  writeFileSync(
    join(folder, "with-openapi-fetch.ts"),
    `import createClient from "openapi-fetch";
import type { components, paths } from "./paths.ts";

type Report = components["schemas"]["Report"];
type Provider = components["schemas"]["Provider"];
type Code = components["schemas"]["ErrorCode"];
${reading}
const client = createClient<paths>({ baseUrl: "https://api.example/v1" });

export async function main() {
  const request: components["schemas"]["RunCustomAnalysisRequest"] = { projectId: "x", brand: "Acme", prompts: ["?"] };
  const started = await client.POST("/analyze/custom", { body: request });
  if (started.error) return shouldWait(started.error.error.code);
  const status: components["schemas"]["ReportStatus"] = started.data.data.status;
  const read = await client.GET("/reports/{reportId}", {
    params: { path: { reportId: started.data.data.id }, query: { view: "full" } },
  });
  // @ts-expect-error: there is no such view
  await client.GET("/reports/{reportId}", { params: { path: { reportId: "x" }, query: { view: "nothing" } } });
  return read.data ? [titleOrRate(read.data.data), read.data.meta.request_id, status] : null;
}
`,
  );
  assert.equal(await complaintsOf("with-openapi-fetch.ts"), "");
});

test("a client made with @hey-api/openapi-ts narrows a report by its type and its view", async () => {
  await generate("@hey-api/openapi-ts", ["-i", document, "-o", "hey", "--no-log-file", "--silent"]);
  writeFileSync(
    join(folder, "with-hey-api.ts"),
    `import { getReport, runCustomAnalysis } from "./hey/sdk.gen.ts";
import type { ErrorCode as Code, Provider, Report, ReportStatus, RunCustomAnalysisRequest } from "./hey/types.gen.ts";
${reading}
export async function main() {
  const request: RunCustomAnalysisRequest = { projectId: "x", brand: "Acme", prompts: ["?"] };
  const started = await runCustomAnalysis({ body: request });
  if (started.error) return shouldWait(started.error.error.code);
  const status: ReportStatus = started.data.data.status;
  const read = await getReport({ path: { reportId: started.data.data.id }, query: { view: "full" } });
  // @ts-expect-error: there is no such view
  await getReport({ path: { reportId: "x" }, query: { view: "nothing" } });
  return read.data ? [titleOrRate(read.data.data), read.data.meta.request_id, status] : null;
}
`,
  );
  assert.equal(await complaintsOf("with-hey-api.ts"), "");
});

test("a program that is wrong is told so", async () => {
  writeFileSync(
    join(folder, "wrong.ts"),
    `import type { components } from "./paths.ts";
export const rows = (report: components["schemas"]["Report"]) => report.rows;
`,
  );
  assert.match(await complaintsOf("wrong.ts"), /Property 'rows' does not exist/);
});
