import assert from "node:assert/strict";
import { test } from "node:test";
import { failing, hanging } from "../fake-engines.ts";
import { startSite } from "../fixtures/site.ts";
import { assertGood, assertHolds, takeAway } from "./page.ts";
import { inBrowser, type Someone, siteForTests } from "./site.ts";

const hostile = `<img src=x onerror=alert(1)><script>alert(2)</script>`;
const perplexity = hanging();
let ada: Someone;
let projectId: string;
let websiteUrl: string;
let checked = 0;

const site = siteForTests(
  async (end) => {
    const website = await startSite(end, {
      "/": (_request, response) => {
        checked += 1;
        response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
        response.end(
          `<!doctype html><html lang="en"><title>${hostile.replaceAll("<", "&lt;")}</title><h1>CRM</h1></html>`,
        );
      },
    });
    websiteUrl = `${website.url}/`;
    const engines = { perplexity, mistral: failing("bad_key") };
    return { engines, config: { outboundAllow: [website.host] } };
  },
  async ({ someone }) => {
    ada = await someone("ada");
    const terms = { name: "Acme CRM", brand: "Acme", competitors: ["Bolt", hostile], websiteUrl };
    projectId = (await site.call<{ id: string }>(ada.key, "POST", "/projects", terms)).id;
  },
);

const rows = [1, 2, 3].map((sample) => ({
  ...{ prompt: `Which CRM suits a bakery ${hostile}?`, provider: "chatgpt", sample },
  answer: `Bolt and Cube ${hostile} are often named.`,
  citations: [
    {
      url: "https://www.reddit.com/r/smallbusiness/comments/abc123/which_crm_for_a_bakery/",
      title: `Which CRM for a bakery? ${hostile}`,
    },
  ],
}));

test("without answers each page says so and where they come from", inBrowser, async () => {
  const { address } = site;
  const { page, complaints } = await site.signedIn(ada);
  for (const [path, says] of [
    ["brief", "No answers so far, so there is nothing to report."],
    ["reddit", "No answers so far. Ask the assistants once; then threads can be looked for."],
    ["readiness", /^The page has not been checked yet/],
  ] as const) {
    await page.goto(`${address}/projects/${projectId}/${path}`);
    await page.getByText(says).waitFor();
    await assertGood(page, `${path} without answers`);
  }
  assert.equal(checked, 0, "nothing is checked that nobody asked for");
  assert.deepEqual(complaints, []);
  await page.context().close();
});

test(
  "the website is checked when asked to, once a day, and the page says what to do",
  inBrowser,
  async () => {
    const { address } = site;
    const { page, complaints } = await site.signedIn(ada);
    await page.goto(`${address}/projects/${projectId}/readiness`);
    await page.getByRole("button", { name: "Check the page" }).click();
    await page.getByRole("heading", { name: /^The page scores \d+ of 100\.$/ }).waitFor();
    assert.equal(await page.locator(".checked tbody tr").count(), 20);
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await assertGood(page, `readiness at ${width}`);
    }
    const fetched = checked;
    await page.reload();
    await page.getByRole("heading", { name: "What to do first" }).waitFor();
    assert.equal(checked, fetched, "what is kept is not fetched again");
    await page.emulateMedia({ media: "print" });
    await page.getByLabel("Page").waitFor({ state: "hidden" });
    await page.emulateMedia({ media: "screen" });
    await page.getByLabel("Page").fill("127.0.0.1");
    await page.getByRole("button", { name: "Look at this page" }).click();
    await page.getByRole("button", { name: "Check the page" }).click();
    await page.getByRole("alert").waitFor();
    await assertGood(page, "an address that may not be fetched");
    // An address that is refused is an answer with a status, which the browser writes on its console.
    assert.deepEqual(
      complaints.filter((said) => !said.includes("400 (Bad Request)")),
      [],
    );
    await page.context().close();
  },
);

test(
  "threads are listed with why, and a reply is edited, kept and taken off the list",
  inBrowser,
  async () => {
    const { address } = site;
    await site.call(ada.key, "POST", `/projects/${projectId}/imports`, rows);
    const { page, complaints } = await site.signedIn(ada, { colorScheme: "dark" });
    await page.goto(`${address}/projects/${projectId}/reddit`);
    await page.getByText("Nobody has looked for threads yet.").waitFor();
    await page.getByRole("button", { name: "Look for threads" }).click();
    await page.getByRole("heading", { name: /CRM for a bakery/i }).waitFor();
    await page.getByText("Reddit itself was not searched").waitFor();
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await assertGood(page, `threads at ${width}`);
    }
    const reply = page.getByLabel("Your reply");
    const giveBack = await takeAway(page, "**/reddit-opportunities/*");
    await reply.fill("I work for Acme, so take this with care.");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("The server cannot be reached.").waitFor();
    await giveBack();
    await page.reload();
    await assertHolds(reply, /^I work for Acme, so take this with care\.$/);
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Not for us" }).click();
    await page.getByText("Taken off the list.").waitFor();
    await page.getByRole("button", { name: "Put it back" }).click();
    await reply.waitFor();
    assert.deepEqual(
      complaints.filter((said) => !said.includes("ERR_FAILED")),
      [],
    );
    await page.context().close();
  },
);

test("the brief says what the API says, and prints without the controls", inBrowser, async () => {
  const { address } = site;
  const { page, complaints } = await site.signedIn(ada);
  await page.goto(`${address}/projects/${projectId}/brief`);
  const brief = await site.call<{ trend: { sentence: string }; next_actions: { title: string }[] }>(
    ada.key,
    "GET",
    `/projects/${projectId}/client-brief`,
  );
  await page.getByText(brief.trend.sentence).waitFor();
  for (const { title } of brief.next_actions) await page.getByRole("heading", { name: title }).waitFor();
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await assertGood(page, `brief at ${width}`);
  }
  await page.getByRole("radio", { name: "90 days" }).check({ force: true });
  await page.waitForURL(/timeframe=90d/);
  await page.emulateMedia({ media: "print" });
  for (const name of ["Print", "Copy as Markdown", "Share"])
    await page.getByRole("button", { name }).waitFor({ state: "hidden" });
  assert.deepEqual(complaints, []);
  await page.context().close();
});

test(
  "a run that is watched fails in part, and says which part the figures are about",
  inBrowser,
  async () => {
    const { address } = site;
    const { id } = await site.call<{ id: string }>(ada.key, "POST", "/projects", {
      ...{ name: "Acme live", brand: "Acme", providers: ["perplexity", "mistral"] },
      prompts: ["Which CRM is best?", "Which CRM is cheap?"],
    });
    const { page, complaints } = await site.signedIn(ada);
    await page.goto(`${address}/welcome?project=${id}`);
    await page.getByRole("checkbox", { name: "Mistral" }).waitFor();
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByRole("button", { name: "Ask 4 questions" }).click();
    await page.getByRole("heading", { name: "0 of 4 answers" }).waitFor();
    await assertGood(page, "a run under way");
    // Left and returned to, by the project alone.
    await page.goto(`${address}/welcome?project=${id}`);
    await page.getByRole("heading", { name: "0 of 4 answers" }).waitFor();
    perplexity.release("Acme is the one that most people get.");
    await page.getByRole("heading", { name: "2 of 4 answers are here" }).waitFor();
    await page.getByText("2 questions failed. The figures are about the answers that came.").waitFor();
    await page.getByText("failed", { exact: true }).first().waitFor();
    await assertGood(page, "a run that failed in part");
    assert.deepEqual(complaints, []);
    await page.context().close();
  },
);
