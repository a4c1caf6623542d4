import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { buildWeb } from "../../scripts/web.mjs";
import { percentRange } from "../../web/figures/rate.ts";
import { startBrowser } from "../browser.ts";
import { startSite } from "../fixtures/site.ts";
import { type Client, client, command, startServer } from "../server-process.ts";
import { type FakeVendor, type Script, startVendor } from "../vendors/vendor.ts";
import { assertGood, openWindow } from "./page.ts";
import { inBrowser } from "./site.ts";

const email = "ada@acme.example";
const endings: (() => unknown)[] = [];
let script: (question: string) => Script;
let engine: FakeVendor;
let browser: Browser;
let ada: Client;
let password: string;
let websiteUrl: string;

const html = `<!doctype html><html lang="en"><title>Acme – CRM software for bakeries</title><h1>Acme</h1>
<p>Acme is CRM software for bakeries and small shops.</p></html>`;

// The server as an operator starts it, with the one setting that a model on the same machine takes.
before(async () => {
  if (inBrowser.skip) return;
  assert.ok(buildWeb(), "the web app builds");
  const end = { after: (ending: () => unknown) => void endings.unshift(ending) };
  const website = await startSite(end, { "/": html });
  websiteUrl = `${website.url}/`;
  engine = await startVendor("local", ({ body }) => script(JSON.stringify(body)));
  end.after(() => engine.close());
  const dataDir = mkdtempSync(join(tmpdir(), "overheard-local-engine-"));
  end.after(() => rmSync(dataDir, { recursive: true, force: true }));
  const env = {
    OVERHEARD_DATA_DIR: dataDir,
    OVERHEARD_CRAWL_DELAY_MS: "0",
    OVERHEARD_OUTBOUND_ALLOW: website.host,
    LOCAL_LLM_URL: engine.url,
  };
  const server = await startServer(env);
  end.after(() => server.stop());
  password = await command(["user", "create", "--email", email], env);
  ada = client(server.url, await command(["key", "create", "--email", email], env));
  browser = await startBrowser();
  end.after(() => browser.close());
});
after(async () => {
  for (const end of endings) await end();
});

async function signedIn() {
  const window = await openWindow(browser, { reducedMotion: "reduce" });
  const { page } = window;
  await page.goto(ada.url);
  await page.getByRole("link", { name: "Sign in" }).click();
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByRole("heading", { name: "Projects" }).waitFor();
  return window;
}

const assertNothingMadeUp = async (page: Page, where: string) =>
  assert.equal(await page.getByText(/made.up|sandbox/i).count(), 0, where);

test(
  "the first five minutes with a model of one's own, which is slow and fails at first",
  inBrowser,
  async () => {
    const { page, complaints } = await signedIn();
    const first = Promise.withResolvers<void>();
    const others = Promise.withResolvers<void>();
    let asked = 0;
    script = (question) => {
      if (question.includes("JSON array")) return { answer: "I would rather not." };
      asked += 1;
      if (asked <= 2) return { fault: { status: 503 } };
      const after = asked === 3 ? first.promise : others.promise;
      return { answer: asked === 4 ? "Bolt is cheap." : "**Acme** is the usual pick. Bolt too.", after };
    };
    await page.getByRole("link", { name: "Set up a project" }).click();
    await page.getByLabel("Brand").fill("Acme");
    await page.getByLabel("Website").fill(websiteUrl);
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByText("Proposed from the website.").waitFor();
    const prompts = page.getByLabel("Prompts, one a line");
    assert.match(await prompts.inputValue(), /CRM software/);
    await prompts.fill("Which CRM suits a bakery?\nWhich CRM is cheap?\nWhich CRM do shops use?");
    await page.getByLabel("Competitors, one a line").fill("Bolt");
    await assertNothingMadeUp(page, "what to ask");
    await page.getByRole("button", { name: "Continue" }).click();

    const local = page.getByRole("checkbox", { name: "Local model Model llama-first" });
    await local.waitFor();
    assert.ok(await local.isChecked());
    assert.equal(await page.getByRole("checkbox").count(), 1, "the sandbox is not offered beside it");
    await assertNothingMadeUp(page, "assistants");
    await assertGood(page, "assistants");
    await page.getByRole("button", { name: "Continue" }).click();

    await page
      .getByRole("row", { name: /^This run 3 prompts × 1 assistant, once .* 3 free a minute$/ })
      .waitFor();
    await assertNothingMadeUp(page, "the plan");
    await page.getByRole("button", { name: "Ask 3 questions" }).click();

    await page.getByText("The first answers are on their way.").waitFor();
    first.resolve();
    await page.getByRole("heading", { name: "1 of 3 answers" }).waitFor();
    await page.getByText("More answers are on their way.").waitFor();
    // The first is read while the others are awaited.
    await page.locator(".came summary").first().click();
    await page.locator(".came .said").first().waitFor();
    await page.locator(".came .said mark", { hasText: "Acme" }).waitFor();
    await page.getByRole("heading", { name: "1 of 3 answers" }).waitFor();
    await assertNothingMadeUp(page, "answers that come");
    others.resolve();
    await page.getByRole("heading", { name: "All answers are here" }).waitFor();
    await page.getByRole("link", { name: "See the overview" }).click();

    await page.getByRole("heading", { name: "What to do next" }).waitFor();
    const { data: projects } = await ada.call<{ id: string; providers: string[] }[]>("GET", "/v1/projects");
    const id = projects[0]?.id;
    assert.deepEqual(projects[0]?.providers, ["local"]);
    const { data: report } = await ada.call<LatestReport>(
      "GET",
      `/v1/reports/latest?projectId=${id}&view=full`,
    );
    const { mentions, answers, prompts: put, appearance_rate_ci: ends } = report.metrics;
    assert.deepEqual([mentions, answers, put, report.surfaces], [2, 3, 3, ["api"]]);
    const verdict = {
      level: 1,
      name: new RegExp(`^Acme is named in ${mentions} of ${answers} answers.`),
    } as const;
    await page.getByRole("heading", verdict).waitFor();
    await page.getByText(`To quote: ${percentRange(ends)}, over all prompts like these`).waitFor();
    await page.getByText(`Answers of a local model to ${put} prompts,`).waitFor();
    for (const each of [report.metrics, ...report.competitors]) {
      const name = "name" in each ? each.name : "Acme";
      const row = page.getByRole("row", {
        name: new RegExp(
          `^${name} .*${each.mentions} of ${each.answers} .*${percentRange(each.appearance_rate_ci)}`,
        ),
      });
      assert.equal(await row.count(), 1, name);
    }
    assert.equal(await page.getByText("$0.00").count(), 1);
    await assertNothingMadeUp(page, "the overview");
    await assertGood(page, "the overview");
    assert.deepEqual(complaints, []);
    await page.context().close();
  },
);

interface Measured {
  mentions: number;
  answers: number;
  appearance_rate_ci: number[] | null;
}

interface LatestReport {
  metrics: Measured & { prompts: number };
  competitors: (Measured & { name: string })[];
  surfaces: string[];
}

test("a model that is away: the run says who did not answer, why, and what to do", inBrowser, async () => {
  const { page, complaints } = await signedIn();
  await engine.close();
  const terms = { name: "Away", brand: "Acme", prompts: ["Which CRM?"] };
  const { data } = await ada.call<{ id: string }>("POST", "/v1/projects", terms);
  await page.goto(`${ada.url}/welcome?project=${data.id}&step=plan`);
  await page.getByRole("button", { name: "Ask 1 question" }).click();
  await page.getByRole("heading", { name: "The run failed" }).waitFor();
  await page
    .getByText("A local model cannot be reached, or has too much to do. Check that it runs, then ask again.")
    .waitFor();
  await assertNothingMadeUp(page, "a run that failed");
  await assertGood(page, "a run that failed");
  await page.getByRole("link", { name: "Back to the plan" }).click();
  await page.getByRole("button", { name: "Ask 1 question" }).waitFor();
  assert.deepEqual(complaints, []);
  await page.context().close();
});
