import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { before, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { buildServer, builtServer } from "../../scripts/server/server.mjs";
import { account, program, startServer } from "../server-process.ts";

let built: string;

before(async () => {
  assert.ok(await buildServer({ stdio: 2 }), "it builds");
  built = builtServer()!;
});

test("where the server is built, building it says nothing", () => {
  const script = join(import.meta.dirname, "../../scripts/server/server.mjs");
  const { status, stderr } = spawnSync(process.execPath, [script], { encoding: "utf8" });
  assert.deepEqual([status, stderr], [0, ""]);
});

test("the built server measures, reads answers in its threads, shows its pages and ends in order", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "overheard-built-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const env = { DATABASE_URL: "", OVERHEARD_DATA_DIR: join(folder, "data") };
  const server = await startServer(env, undefined, built);
  t.after(() => server.stop());
  const { call } = await account(server.url, "you@example.com", env);

  interface Report {
    id: string;
    terminal: boolean;
    status: string;
    headline: string;
  }
  const ended = async ({ id }: Report): Promise<Report> => {
    for (let tries = 0; tries < 200; tries += 1) {
      const { data } = await call<Report>("GET", `/v1/reports/${id}`);
      if (data.terminal) return data;
      await delay(50);
    }
    throw new Error("the report does not end");
  };
  const project = await call<{ id: string }>("POST", "/v1/projects", {
    name: "Northwind kettles",
    brand: "Northwind",
    competitors: ["Fellow"],
    prompts: ["Which quiet electric kettle should I buy?"],
  });
  const asked = await call<Report>("POST", "/v1/analyze/project", { projectId: project.data.id });
  assert.match((await ended(asked.data)).headline, /\d+%/);

  // Imported answers are read in a thread.
  const rows = [{ prompt: "Which kettle?", provider: "claude", answer: "Get the Northwind Hush." }];
  const imported = await call<Report>("POST", `/v1/projects/${project.data.id}/imports`, rows);
  const report = await ended(imported.data);
  assert.equal(report.status, "completed");
  assert.match(report.headline, /named in 100% of 1 answer/);

  for (const [path, holds] of [
    ["/openapi.json", "openapi"],
    ["/sign-in", "--"],
  ] as const) {
    const answer = await fetch(server.url + path, { headers: { accept: "text/html, application/json" } });
    assert.equal(answer.status, 200, path);
    assert.ok((await answer.text()).includes(holds), path);
  }
  assert.equal(await server.stop(), 0);
});

test("the built program counts the mentions that its sources count, by the same tables of words", () => {
  const input = [
    ["Target has cheap shoes, and so does Gap.", "Target", "Gap"],
    ["Close the gap before you set a target for the quarter.", "Target", "Gap"],
    ["Monday is a board for teams; on monday we meet.", "Monday", "Notion"],
  ].map(([text, ...names], id) => JSON.stringify({ id, text, brands: names.map((name) => ({ name })) }));
  const [ours, theirs] = [built, program].map((file) =>
    execFileSync(process.execPath, [file, "mentions"], { input: `${input.join("\n")}\n`, encoding: "utf8" }),
  );
  assert.ok(ours!.includes("Target"));
  assert.equal(ours, theirs);
});

test("a stack trace of the built program names files and lines of the sources", () => {
  const shown = "process.stdout.write = () => process.stderr.write(new Error('seen').stack)";
  const { stderr } = spawnSync(
    process.execPath,
    ["--import", `data:text/javascript,${encodeURIComponent(shown)}`, built, "config"],
    { encoding: "utf8" },
  );
  assert.match(stderr, /^Error: seen\n/);
  assert.match(stderr, /src\/server\/cli\/config\.ts:\d+:\d+/);
  assert.match(stderr, /src\/main\.ts:\d+:\d+/);
});
