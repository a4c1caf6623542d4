import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import type { Page } from "playwright-core";
import type { Answering } from "../../fake-engines.ts";
import { assertGood, keepPicture } from "../page.ts";
import { inBrowser, type Someone, siteForTests } from "../site.ts";

const prompts = Array.from({ length: 6 }, (_, at) => `Which CRM is best for case ${at}?`);

/** Answers that wait until the test lets them go, each assistant's in the order of its questions. */
function gate(says: (at: number) => string) {
  let waiting: ((said: string) => void)[] = [];
  let given = 0;
  let open = true;
  const answering: Answering = () =>
    open ? says(given++) : new Promise((resolve) => void waiting.push(resolve));
  return {
    answering,
    close(): void {
      open = false;
    },
    let(count: number): void {
      for (const answer of waiting.splice(0, count)) answer(says(given++));
    },
    end(): void {
      open = true;
      for (const answer of waiting) answer(says(given++));
      waiting = [];
    },
    waiting: () => waiting.length,
  };
}

const chatgpt = gate((at) =>
  at % 2 === 0 ? "1. **Acme** leads.\n2. **Bolt** follows." : "Bolt is the one.",
);
const claude = gate((at) => (at % 3 === 0 ? "Cube, then Acme." : "Most people like Bolt and Cube."));

let ada: Someone;
const site = siteForTests(
  { engines: { chatgpt: chatgpt.answering, claude: claude.answering } },
  async ({ someone }) => {
    ada = await someone("ada");
  },
);

interface Begun {
  projectId: string;
  reportId: string;
}

async function begin(name: string, before = false): Promise<Begun> {
  const terms = {
    name,
    brand: "Acme",
    competitors: ["Bolt", "Cube"],
    providers: ["chatgpt", "claude"],
    prompts,
  };
  const { id: projectId } = await site.call<{ id: string }>(ada.key, "POST", "/projects", terms);
  if (before) {
    await site.call(ada.key, "POST", "/analyze/project", { projectId });
    await site.app.settle();
  }
  for (const one of [chatgpt, claude]) one.close();
  const run = await site.call<{ id: string }>(ada.key, "POST", "/analyze/project", { projectId });
  for (let looks = 0; looks < 500 && chatgpt.waiting() + claude.waiting() < 2 * prompts.length; looks += 1)
    await new Promise((resolve) => setTimeout(resolve, 20));
  return { projectId, reportId: run.id };
}

afterEach(end);

async function end(): Promise<void> {
  if (inBrowser.skip) return;
  chatgpt.end();
  claude.end();
  await site.app.settle();
}

const soFar = (page: Page, calls: string) => page.locator(".so-far", { hasText: calls });

/** Where the parts of the page stand. */
const places = (page: Page): Promise<Record<string, number>> =>
  page.evaluate(
    `Object.fromEntries([".growing h1", ".growing .ruler", ".growing .two h2", ".growing .dots tbody tr:last-child"]
      .map((part) => [part, Math.round(document.querySelector(part)?.getBoundingClientRect().top ?? -1)]))`,
  );

test(
  "the page of a run shows its figures as they grow, without a jump, and becomes the report",
  inBrowser,
  async () => {
    const { reportId } = await begin("Acme grows");
    const { page, complaints } = await site.signedIn(ada);
    await page.goto(`${site.address}/reports/${reportId}`);
    await soFar(page, "So far 0 of 12 calls").waitFor();
    await page.getByRole("heading", { name: "Nothing is known about Acme yet." }).waitFor();
    await page.evaluate("window.stayed = true");
    chatgpt.let(2);
    const from = performance.now();
    await page.getByText("Claude has not answered yet").waitFor();
    console.info(`first figure in the app ${Math.round(performance.now() - from)} ms after the first answer`);
    await page.getByRole("row", { name: /^ChatGPT.* 1 of 2/ }).waitFor();
    await assertGood(page, "a run of which one assistant has not answered");
    await keepPicture(page, "growing-by-assistant");
    const before = await places(page);
    claude.let(3);
    await soFar(page, "So far 5 of 12 calls").waitFor();
    await page.getByRole("heading", { name: /^Acme is named in \d+% of the answers so far/ }).waitFor();
    await page.getByText(/^Likely between \d+% and \d+% over prompts like these/).waitFor();
    assert.equal(
      await page.getByText(/more than chance|brands by visibility/).count(),
      0,
      "nothing is judged",
    );
    await keepPicture(page, "growing");
    assert.deepEqual(await places(page), before);
    chatgpt.let(2);
    await soFar(page, "So far 7 of 12 calls").waitFor();
    assert.deepEqual(await places(page), before);
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await assertGood(page, `a run under way at ${width}`);
      await keepPicture(page, `growing-${width}`);
    }
    await end();
    await page.getByRole("link", { name: "All answers in a table" }).waitFor();
    await page.getByRole("heading", { name: /^Acme is named in / }).waitFor();
    assert.equal(await page.locator(".so-far").count(), 0);
    assert.equal(await page.evaluate("window.stayed"), true, "without loading the page again");
    assert.deepEqual(complaints, []);
    await page.context().close();
  },
);

test(
  "the overview of a project without a report grows, and becomes that of its first",
  inBrowser,
  async () => {
    const { projectId } = await begin("Acme begins");
    const { page, complaints } = await site.signedIn(ada);
    await page.clock.install();
    await page.goto(`${site.address}/projects/${projectId}`);
    await soFar(page, "So far 0 of 12 calls").waitFor();
    chatgpt.let(3);
    claude.let(3);
    await soFar(page, "So far 6 of 12 calls").waitFor();
    await keepPicture(page, "growing-overview");
    const hide = (hidden: boolean) =>
      page.evaluate(`Object.defineProperty(document, "hidden", { get: () => ${hidden}, configurable: true });
        document.dispatchEvent(new Event("visibilitychange"))`);
    await hide(true);
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    chatgpt.let(1);
    await page.clock.fastForward("02:00");
    assert.deepEqual(asked, [], "a page that nobody sees asks nothing");
    await hide(false);
    await soFar(page, "So far 7 of 12 calls").waitFor();
    await end();
    await page.getByRole("heading", { name: "What to do next" }).waitFor();
    assert.deepEqual(complaints, []);
    await page.context().close();
  },
);

test("beside a report, the overview says in a sentence how far the next one is", inBrowser, async () => {
  const { projectId } = await begin("Acme again", true);
  const { page, complaints } = await site.signedIn(ada);
  await page.goto(`${site.address}/projects/${projectId}`);
  await page.getByText("So far, 0 of 12 calls: nothing is known about Acme yet.").waitFor();
  chatgpt.let(3);
  claude.let(3);
  await page.getByText(/So far, 6 of 12 calls: Acme is named in .* \(95% interval /).waitFor();
  await keepPicture(page, "growing-notice");
  await assertGood(page, "an overview with a run under way");
  await end();
  await page.getByText(/So far, /).waitFor({ state: "detached" });
  assert.deepEqual(complaints, []);
  await page.context().close();
});

test("two windows that watch a run ask half of what they may", inBrowser, async () => {
  const { projectId, reportId } = await begin("Acme watched", true);
  chatgpt.let(1);
  let asked = 0;
  for (const path of [`/reports/${reportId}`, `/projects/${projectId}`]) {
    const { page } = await site.signedIn(ada);
    await page.clock.install();
    await page.goto(site.address + path);
    await page.getByText(/So far,? 1 of 12 calls/).waitFor();
    page.on("request", (request) => {
      if (new URL(request.url()).pathname.startsWith("/v1/")) asked += 1;
    });
    // A minute, in which every answer comes before the next question is due.
    for (let seconds = 0; seconds < 60; seconds += 2) {
      const answered = page.waitForResponse((response) => response.url().includes(`/v1/reports/${reportId}`));
      await page.clock.runFor(2_000);
      await answered;
    }
    await page.context().close();
  }
  console.info(`two windows asked ${asked} times a minute`);
  assert.ok(asked >= 60 && asked <= 75, `${asked} of 120`);
  await end();
});
