import assert from "node:assert/strict";
import { test } from "node:test";
import { inBrowser, type Someone, siteForTests } from "../web/site.ts";

// Half past eleven at night in UTC: the evening before for the reader, the next morning for the project.
const answeredAt = `${new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10)}T23:30:00Z`;
const dayAt = (timeZone: string) =>
  new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone }).format(new Date(answeredAt));
const [day, dayInUtc] = [dayAt("Asia/Tokyo"), dayAt("UTC")];

let ada: Someone;
let projectId: string;
let reportId: string;
let markdown: string;
let sharedPage: string;

const site = siteForTests({ config: { rateLimitScale: 0 } }, async ({ someone, call }) => {
  ada = await someone("ada");
  const terms = { name: "Acme CRM", brand: "Acme", competitors: ["Bolt"], timezone: "Asia/Tokyo" };
  projectId = (await call<{ id: string }>(ada.key, "POST", "/projects", terms)).id;
  const path = `/projects/${projectId}`;
  const rows = ["Which CRM?", "A cheap CRM?"].map((prompt) => ({
    ...{ prompt, provider: "chatgpt", answer: "Acme, then Bolt.", answeredAt },
  }));
  reportId = (await call<{ id: string }>(ada.key, "POST", `${path}/imports`, rows)).id;
  markdown = (await call<{ markdown: string }>(ada.key, "GET", `${path}/client-brief`)).markdown;
  sharedPage = (await call<{ url: string }>(ada.key, "POST", `${path}/share-links`, { timeframe: "30d" }))
    .url;
});

test("app, brief and shared page say one day of a report, the project's", inBrowser, async () => {
  assert.notEqual(day, dayInUtc);
  assert.ok(markdown.includes(`The newest is from ${day}.`), markdown);
  const html = await (await fetch(sharedPage)).text();
  assert.ok(html.includes(`, ${day}<`) && !html.includes(dayInUtc), html);

  const { page } = await site.signedIn(ada, { timezoneId: "America/New_York" });
  const home = `/projects/${projectId}`;
  const pages = ["", "/answers", "/rivals", "/rivals/bolt", "/sources", "/trends", "/brief"];
  for (const path of ["/", ...pages.map((each) => `${home}${each}`), `/reports/${reportId}`]) {
    await page.goto(`${site.address}${path}`);
    await page.getByText(day).first().waitFor();
    assert.equal(await page.getByText(dayInUtc).count(), 0, path);
  }
});
