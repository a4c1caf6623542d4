import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser } from "playwright-core";
import { buildWeb } from "../../scripts/web.mjs";
import { newId } from "../../src/server/kernel/id.ts";
import { insertPromptTest } from "../../src/server/website/prompts/prompt-tests.ts";
import { noBrowser, startBrowser } from "../browser.ts";
import { siteAt } from "../conformance/reach.ts";
import { isQuick } from "../depth.ts";
import { failing, hanging } from "../fake-engines.ts";
import { freePort } from "../server-process.ts";
import { startApp, type TestApp } from "../start-app.ts";
import { stores } from "../stores.ts";
import { assertGood, openWindow, takeAway } from "./page.ts";

const skip = noBrowser();
const ada = { email: "ada@acme.example", password: "correct horse battery" };
const hostile = `<img src=x onerror=alert(1)><script>alert(2)</script>`;
const weekMs = 7 * 86_400_000;
const endings: (() => unknown)[] = [];

const perplexity = hanging();

let app: TestApp;
let address: string;
let browser: Browser;
let projectId: string;
let key: string;

/** Four answers of two assistants to four prompts; the brand is named more often where `named` is higher. */
function rows(run: number) {
  const prompts = ["Which CRM is best?", "A cheap CRM?", "CRM for bakeries?", `A CRM with ${hostile}?`];
  return prompts.flatMap((prompt, at) =>
    (["chatgpt", "claude"] as const).flatMap((provider, who) =>
      [1, 2, 3, 4].map((sample) => ({
        ...{ prompt, provider, sample, model: `${provider}-large` },
        answer: `${(at + who + sample + run) % 3 === 0 ? "" : "Many teams that have tried a few of them stay with Acme for years. "}Bolt and Cube ${hostile} are often named as well.`,
        citations: [
          { url: `https://reviews${at}.example/crm?q=${encodeURIComponent(hostile)}`, title: hostile },
        ],
        answeredAt: new Date(Date.now() - (3 - run) * weekMs).toISOString(),
      })),
    ),
  );
}

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  const response = await fetch(`${address}/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const said = (await response.json()) as { data: T; error?: unknown };
  assert.equal(said.error, undefined, JSON.stringify(said.error));
  return said.data;
}

before(async () => {
  if (skip) return;
  assert.ok(buildWeb(), "the web app builds");
  const port = await freePort();
  app = await startApp({ after: (end) => void endings.push(end as () => unknown) }, stores[0]!, {
    config: siteAt(port),
    engines: { perplexity, mistral: failing("bad_key") },
  });
  address = await app.app.door.listen({ host: "127.0.0.1", port });
  browser = await startBrowser();
  await app.app.operator.createUser(ada);
  key = await app.app.operator.createKey({ email: ada.email, name: null, organization: null });
  const terms = { name: "Acme CRM", brand: "Acme", competitors: ["Bolt", "Cube", hostile] };
  projectId = (await call<{ id: string }>("POST", "/projects", terms)).id;
  for (const run of [1, 2, 3]) await call("POST", `/projects/${projectId}/imports`, rows(run));
});
after(async () => {
  if (skip) return;
  await browser.close();
  for (const end of endings) await end();
});

/** A window that the link of `npm run demo` has opened. */
async function signedIn(options = {}) {
  const window = await openWindow(browser, options);
  await window.page.goto((await app.app.onceAddress(ada.email)) ?? "");
  await window.page.getByRole("heading", { name: "Projects" }).waitFor();
  return window;
}

test("a link opens the app signed in: projects, then an overview with the figures of the API", {
  skip,
  timeout: 60_000,
}, async () => {
  const { page, complaints } = await signedIn();
  await page.getByText("Acme is named in").waitFor();
  await assertGood(page, "projects");
  await page.getByRole("link", { name: "Acme CRM" }).click();
  const verdict = page.getByRole("heading", { level: 1, name: "is named in" });
  await verdict.waitFor();
  const { metrics, headline } = await call<{ metrics: Record<string, number[] & number>; headline: string }>(
    "GET",
    `/reports/latest?projectId=${projectId}`,
  );
  const [low = 0, high = 0] = metrics.appearance_rate_ci ?? [];
  assert.equal(
    (await verdict.textContent())?.replace(/\s+/g, " "),
    `Acme is named in ${Math.round(metrics.appearance_rate! * 100)}% of answers. ` +
      `Likely between ${Math.round(low * 100)}% and ${Math.round(high * 100)}% over prompts like these.`,
    headline,
  );
  await page.getByRole("heading", { name: "What to do next" }).waitFor();
  await page.getByText(/^What changed since/).waitFor();
  await page.getByRole("figure").filter({ hasText: "Read it" }).waitFor();
  await page.getByRole("button", { name: "Share" }).click();
  await page.getByRole("button", { name: "Make the page" }).click();
  const shared = await page.getByLabel("Address").inputValue();
  assert.ok(shared.startsWith(`${address}/s/`), shared);
  assert.equal((await fetch(shared)).status, 200);
  await page.waitForLoadState("networkidle");
  assert.deepEqual(complaints, []);
  await page.context().close();
});

for (const colorScheme of ["light", "dark"] as const)
  test(`every page is accessible and fits a desk and a phone, ${colorScheme}`, {
    skip,
    timeout: 60_000,
  }, async () => {
    const { page, complaints } = await signedIn({ colorScheme });
    const { id, prompts } = await call<{ id: string; prompts: { prompt_key: string }[] }>(
      "GET",
      `/reports/latest?projectId=${projectId}&view=full`,
    );
    const home = `/projects/${projectId}`;
    const asked = `prompt=${prompts[3]?.prompt_key}`;
    // Dark differs in colours alone: the pages that have all of them.
    const pages = [
      [home, "What to do next"],
      [`${home}/answers`, "Answers"],
      [`${home}/answers?${asked}`, "with <img"],
      [`${home}/answers?${asked}&open=chatgpt-1`, "What was counted"],
      [`${home}/prompts`, "Prompts"],
      [`${home}/rivals`, "Compared with you"],
      [`${home}/rivals/bolt`, "Where Bolt is more visible"],
      [`${home}/sources`, "Sources"],
      [`${home}/trends`, "Reports"],
      [`/reports/${id}`, "Acme is named in"],
    ] as const;
    for (const [path, wanted] of colorScheme === "light" ? pages : [pages[0], pages[3], pages[7]]) {
      for (const width of colorScheme === "dark" && isQuick ? [1440] : [1440, 390]) {
        await page.setViewportSize({ width, height: 900 });
        if (width === 1440) await page.goto(address + path);
        await page.getByRole("heading", { name: wanted }).first().waitFor();
        await assertGood(page, `${path} at ${width}, ${colorScheme}`);
      }
    }
    assert.deepEqual(complaints, [], "no script of an answer, a name or a title has run");
    await page.context().close();
  });

test("a first run is begun from an empty page, watched, and says which assistant failed", {
  skip,
  timeout: 60_000,
}, async () => {
  const { id } = await call<{ id: string }>("POST", "/projects", {
    ...{ name: "Acme live", brand: "Acme", competitors: ["Bolt"], providers: ["perplexity", "mistral"] },
    prompts: ["Which CRM is best?", "Which CRM is cheap?"],
  });
  const { page, complaints } = await signedIn();
  await page.goto(`${address}/projects/${id}`);
  await page.getByRole("heading", { name: "Acme: not known yet" }).waitFor();
  await assertGood(page, "an empty project");
  await page.getByRole("button", { name: "Run now" }).click();
  await page.getByText("2 prompts, each put once to Perplexity and Mistral: 4 questions.").waitFor();
  await assertGood(page, "the question before a run");
  await page.getByRole("button", { name: "Ask them" }).click();
  await page.locator(".so-far", { hasText: /^So far 0 of \d calls/ }).waitFor();
  await assertGood(page, "a run under way");
  perplexity.release("Acme is the one that most people get for a small team. Bolt is fine too.");
  await page.getByRole("heading", { name: /Acme is named in 2 of 2 answers/ }).waitFor();
  await page.getByRole("heading", { name: "What to do next" }).waitFor();
  await page.getByText("Mistral did not answer. The figures are about Perplexity alone.").waitFor();
  await page.getByText("Hatched: answers are missing").waitFor();
  assert.ok((await page.locator("svg .hatch").count()) > 1, "what is partial is drawn so");
  await assertGood(page, "a report in part");
  assert.deepEqual(complaints, []);
  await page.context().close();
});

test("suggested prompts are looked through, changed and asked, and the answers are waited for", {
  skip,
  timeout: 60_000,
}, async () => {
  const { page, complaints } = await signedIn();
  const { user_id: organizationId } = await app.db
    .selectFrom("projects")
    .select("user_id")
    .where("id", "=", projectId)
    .executeTakeFirstOrThrow();
  const id = newId();
  await insertPromptTest(app.db, {
    ...{ id, projectId, organizationId, crawlRecordId: null },
    ...{ brand: "Acme", competitors: ["Bolt"], now: new Date() },
    prompts: ["Which CRM has an API?", "Which CRM is free?"].map((prompt) => ({ prompt, intent: null })),
  });
  await page.goto(`${address}/tests/${id}`);
  await page.getByRole("heading", { name: "Suggested prompts" }).waitFor();
  await assertGood(page, "suggested prompts");
  await page.getByRole("button", { name: "Remove prompt 2" }).click();
  await page.getByLabel("Prompt 1", { exact: true }).fill("Which CRM has a good API?");
  await page.getByRole("button", { name: "Ask 1 prompt" }).click();
  await page.waitForURL(/\/reports\//);
  await page.getByRole("heading", { level: 1, name: /Acme is named in 1 of 1 answer\b/ }).waitFor();
  await assertGood(page, "a report of its own");
  assert.deepEqual(complaints, []);
  await page.context().close();
});

test("what was typed stays where the session ends in the middle, and is saved after signing in again", {
  skip,
  timeout: 60_000,
}, async () => {
  const { page } = await signedIn();
  await page.goto(`${address}/projects/${projectId}/prompts`);
  await page.getByRole("button", { name: "Add prompts" }).click();
  await page.getByLabel("One prompt a line").fill("- Which CRM has an API?\nWhich CRM has an API?");
  const other = await page.context().newPage();
  await other.goto(address);
  await other.getByRole("button", { name: "Sign out" }).click();
  await other.getByRole("link", { name: "Sign in" }).waitFor();
  // A token is believed for a second after it was last looked up.
  await page.waitForTimeout(1_100);

  await page.getByRole("button", { name: "Save 1 prompt" }).click();
  const again = page.getByRole("dialog", { name: "Sign in again" });
  await page.getByText("You were signed out. Sign in, then do it again.").waitFor();
  await again.getByLabel("Email").fill(ada.email);
  await again.getByLabel("Password").fill("wrong and wrong again");
  await again.getByRole("button", { name: "Sign in", exact: true }).click();
  await again.getByText("Incorrect email or password.").waitFor();
  await again.getByLabel("Password").fill(ada.password);
  await again.getByRole("button", { name: "Sign in", exact: true }).click();
  await again.waitFor({ state: "detached" });

  await page.getByRole("button", { name: "Save 1 prompt" }).click();
  await page.getByText("Saved, without answers in the newest report").waitFor();
  const { prompts } = await call<{ prompts: { prompt: string }[] }>("GET", `/projects/${projectId}/prompts`);
  assert.deepEqual(
    prompts.map(({ prompt }) => prompt),
    ["Which CRM has an API?"],
  );
  await page.context().close();
});

test("somebody else's project and report are not found, and without a session there is one sentence", {
  skip,
  timeout: 60_000,
}, async () => {
  const bob = { email: "bob@acme.example", password: "another horse battery" };
  await app.app.operator.createUser(bob);
  const { id } = await call<{ id: string }>("GET", `/reports/latest?projectId=${projectId}`);
  const { page, complaints } = await openWindow(browser);
  await page.goto(`${address}/reports/${id}`);
  await page.getByRole("link", { name: "Sign in" }).waitFor();
  await assertGood(page, "without a session");
  assert.deepEqual(complaints, []);
  await page.getByRole("link", { name: "Sign in" }).click();
  await assertGood(page, "sign in");
  await page.getByLabel("Email").fill(bob.email);
  await page.getByLabel("Password").fill(bob.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  // Signing in leads back to the page that was asked for.
  await page.waitForURL(`${address}/reports/${id}`);
  await page.getByRole("heading", { name: "Not found" }).waitFor();
  await page.goto(`${address}/projects/${projectId}`);
  await page.getByRole("heading", { name: "Not found" }).waitFor();
  await assertGood(page, "not found");
  await page.context().close();
});

test("with the server away what is shown stays, and says so; it goes on when told to", {
  skip,
  timeout: 60_000,
}, async () => {
  const { page } = await signedIn();
  await page.clock.install();
  await page.getByRole("link", { name: "Acme CRM" }).click();
  await page.getByRole("heading", { name: "What to do next" }).waitFor();
  const giveBack = await takeAway(page, "**/v1/**");
  await page.clock.runFor(6_000);
  await page.getByRole("link", { name: "Answers", exact: true }).click();
  for (let turn = 0; turn < 4; turn += 1) await page.clock.runFor(5_000);
  await page.getByText("The server cannot be reached. What you see is from before.").waitFor();
  await page.getByRole("link", { name: "A cheap CRM?" }).waitFor();
  await giveBack();
  // One press asks again for all that has failed.
  await page.getByRole("button", { name: "Try again" }).first().click();
  await page.getByText("The server cannot be reached.").first().waitFor({ state: "detached" });
  await page.context().close();
});
