import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { EngineError } from "../../../src/server/engines/engine.ts";
import { inBrowser, type Someone, siteForTests } from "../site.ts";

let ada: Someone;
let reportId: string;

const busy = () => {
  throw new EngineError("rate_limited", { retryAfterMs: 50_000 });
};

const site = siteForTests({ engines: { chatgpt: busy } }, async ({ app, someone, call }) => {
  ada = await someone("ada");
  const terms = { name: "Acme CRM", brand: "Acme", competitors: ["Bolt"], prompts: ["Which CRM?"] };
  const { id: projectId } = await call<{ id: string }>(ada.key, "POST", "/projects", terms);
  reportId = (await call<{ id: string }>(ada.key, "POST", "/analyze/project", { projectId })).id;
  await app.settle();
});

test("a run that waits says for which assistant, and until when", inBrowser, async () => {
  const { page, complaints } = await site.signedIn(ada);
  await page.goto(`${site.address}/reports/${reportId}`);
  const notice = page.getByText(/^ChatGPT asked for a pause\. It is asked again at \d\d:\d\d:\d\d\.$/);
  await notice.waitFor();
  assert.deepEqual(complaints, []);
  await site.call(ada.key, "POST", `/reports/${reportId}/cancel`);
  await notice.waitFor({ state: "detached" });
  await sql`delete from jobs.job where name = 'ask.chatgpt'`.execute(site.app.db);
});
