import assert from "node:assert/strict";
import { test } from "node:test";
import { digestLetter } from "../../src/server/telling/digests/digest-letter.ts";
import { mailbox } from "../accounts/mailbox.ts";
import { always } from "../fake-engines.ts";
import { assertGood, keepPicture, openWindow } from "../web/page.ts";
import { inBrowser, type Someone, siteForTests } from "../web/site.ts";
import { type Receiver, startReceiver } from "./receiver.ts";

let ada: Someone;
let projectId: string;
let receiver: Receiver;
const site = siteForTests(
  async (end) => {
    const box = await mailbox({ after: (work) => end.after(work) });
    receiver = await startReceiver(end);
    return {
      engines: { chatgpt: always("Acme.") },
      config: { mail: box.mail, outboundAllow: [receiver.host] },
    };
  },
  async ({ someone, call, token }) => {
    ada = await someone("ada");
    projectId = (await call<{ id: string }>(ada.key, "POST", "/projects", { name: "Acme", brand: "Acme" }))
      .id;
    const rows = [{ prompt: "best crm?", provider: "chatgpt", answer: "Acme." }];
    await call(ada.key, "POST", `/projects/${projectId}/imports`, rows);
    await call(await token(ada), "POST", "/webhooks", {
      kind: "slack",
      name: "#marketing",
      url: receiver.url,
    });
  },
);

test(
  "the overview offers the digest, which is chosen on the account's page in the reader's time zone",
  inBrowser,
  async () => {
    const { page, complaints } = await site.signedIn(ada, { timezoneId: "Asia/Kolkata" });
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`${site.address}/projects/${projectId}`);
    await page.getByText("Hand over").scrollIntoViewIfNeeded();
    await page.getByText("Get this by email every Monday").waitFor();
    await keepPicture(page, "digest-offer");
    await assertGood(page, "the overview with the offer");
    await page.getByRole("link", { name: "Set up the digest" }).click();
    const section = page.getByRole("region", { name: "Monday digest" });
    await section.getByLabel("Send me the digest").check();
    assert.equal(await section.getByLabel("Time zone").inputValue(), "Asia/Calcutta");
    await section.getByRole("button", { name: "Save" }).click();
    await section.getByText(/The next one is due on Mon/).waitFor();
    assert.match((await section.textContent()) ?? "", /08:00|8:00/);
    await keepPicture(page, "digest-account");
    await assertGood(page, "the account's page");
    await page.setViewportSize({ width: 390, height: 844 });
    await keepPicture(page, "digest-account-phone");
    await assertGood(page, "the account's page on a phone");
    await page.goto(`${site.address}/projects/${projectId}`);
    await page.getByText("Hand over").scrollIntoViewIfNeeded();
    await page.getByRole("heading", { name: "What to do next" }).waitFor();
    assert.equal(await page.getByText("Get this by email every Monday").count(), 0);
    assert.deepEqual(complaints, []);
    await page.context().close();
  },
);

test("whoever does not want the digest is not offered it again in this browser", inBrowser, async () => {
  const bob = await site.someone("bob");
  const { id } = await site.call<{ id: string }>(bob.key, "POST", "/projects", {
    name: "Bolt",
    brand: "Bolt",
  });
  const rows = [{ prompt: "best crm?", provider: "chatgpt", answer: "Bolt." }];
  await site.call(bob.key, "POST", `/projects/${id}/imports`, rows);
  const { page, complaints } = await site.signedIn(bob);
  await page.goto(`${site.address}/projects/${id}`);
  await page.getByText("Hand over").scrollIntoViewIfNeeded();
  await page.getByRole("button", { name: "No thanks" }).click();
  await page.getByText("Get this by email every Monday").waitFor({ state: "detached" });
  await page.reload();
  await page.getByRole("heading", { name: "What to do next" }).waitFor();
  assert.equal(await page.getByText("Get this by email every Monday").count(), 0);
  assert.deepEqual(complaints, []);
  await page.context().close();
});

test("an admin has a channel told every Monday", inBrowser, async () => {
  const { page, complaints } = await site.signedIn(ada);
  await page.goto(`${site.address}/organization?part=destinations`);
  await page.getByRole("button", { name: "Weekly digest in #marketing" }).click();
  const dialog = page.getByRole("dialog", { name: "Weekly digest in #marketing" });
  await dialog.getByLabel("Post the digest to this channel").check();
  await dialog.getByLabel("Time zone").fill("Nowhere");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog
    .getByText(/Not an IANA time zone/)
    .first()
    .waitFor();
  await keepPicture(page, "digest-channel");
  await assertGood(page, "the digest of a channel");
  await dialog.getByLabel("Time zone").fill("Europe/Berlin");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "detached" });
  const [{ id } = { id: "" }] = await site.call<{ id: string }[]>(await site.token(ada), "GET", "/webhooks");
  const { active } = await site.call<{ active: boolean }>(
    await site.token(ada),
    "GET",
    `/webhooks/${id}/digest`,
  );
  assert.equal(active, true);
  // The browser complains of each refusal.
  assert.deepEqual(
    complaints.filter((one) => !/status of 400/.test(one)),
    [],
  );
  await page.context().close();
});

const hostile = `"><img src=x onerror=alert(1)>\u202e`;
const letter = digestLetter(
  {
    title: "3 clear changes in 3 projects",
    days: "16 March 2026 to 23 March 2026",
    changes: [
      {
        project: "\u2068שוקולד גבוה\u2069",
        projectChanges: [
          {
            sentence:
              "\u2068שוקולד גבוה\u2069 is named in 42% of 240 answers to 24 prompts (95% interval 31–54% over prompts like these); down 15 points from the mean of the 6 reports before over 24 common prompts, more than the noise.",
            behind: [
              "Behind it: “Which quiet electric kettle should I buy?” (\u2068שוקולד גבוה\u2069 named in 2 of 24 answers, before in 70 of 96).",
              "Newly cited: best-kettles.example.",
            ],
            page: {
              label: "Open the report",
              url: "https://overheard.example/reports/019bbf20-0e11-7a64-9c0d-1b7e42f3d865",
            },
          },
          {
            sentence:
              "\u2068שוקולד גבוה\u2069 is named 9 points less often than Kesselhaus; before, 8 points more often. Since 17 March 2026.",
            behind: [],
            page: {
              label: "See the trend",
              url: "https://overheard.example/projects/019bbf1c-64a0-7d52-8a3e-5c1f0e9b7a42/trends",
            },
          },
        ],
      },
      {
        project: `Northwind ${hostile}`,
        projectChanges: [
          {
            ...{ sentence: "Northwind is up.", behind: [`Behind it: “${hostile}” (2 of 3, before 1 of 3).`] },
            page: { label: "Open the report", url: "https://overheard.example/reports/1" },
          },
        ],
      },
    ],
    unchanged: "",
    more: "4 more clear changes.",
    steps: [1, 2, 3].map((nth) => ({
      project: `Project ${nth} ${hostile}`,
      title: `Close the gap on “Which quiet electric kettle should I buy for ${"a-long-word".repeat(nth * 3)}?”`,
      rationale: "Kesselhaus is named in 38 of 40 answers and Northwind in 6.",
      url: "https://overheard.example/projects/019bbf1c-64a0-7d52-8a3e-5c1f0e9b7a42",
    })),
    ran: "12 runs with 1,152 answered calls, 1 import and 2 drafts, for $14.20 in all. 1 run failed.",
    reason: "You get this on Mondays at 8:00 (Europe/Berlin) because you chose to.",
    siteUrl: "https://overheard.example",
  },
  {
    settingsUrl: "https://overheard.example/account#digest",
    unsubscribeUrl: `https://overheard.example/unsubscribe/d${"0".repeat(32)}${"A".repeat(43)}`,
  },
);

for (const [width, colorScheme] of [
  [320, "light"],
  [390, "dark"],
  [800, "light"],
  [800, "dark"],
] as const)
  test(`the letter reads well at ${width} pixels, ${colorScheme}`, inBrowser, async () => {
    const { page, complaints } = await openWindow(site.browser, {
      colorScheme,
      viewport: { width, height: 800 },
    });
    // A mail program shows it within a page of its own.
    await page.setContent(letter.html.replace(/(<body[^>]*>)/, "$1<main>"));
    await keepPicture(page, `digest-letter-${width}-${colorScheme}`);
    await assertGood(page, "the letter");
    assert.equal(await page.locator("img, script").count(), 0);
    assert.deepEqual(complaints, []);
    await page.context().close();
  });

test("a letter in plain text says all, and no name in it turns the words around", () => {
  assert.match(letter.text, /WHAT CHANGED[\s\S]*NEXT STEPS[\s\S]*WHAT RAN[\s\S]*Unsubscribe: https/);
  assert.doesNotMatch(letter.text, /[\u202a-\u202e\u2066\u2067]/);
  assert.ok(letter.text.split("\n").every((line) => line.length < 998));
  const marks = (sign: string) => letter.text.split(sign).length;
  assert.equal(marks("\u2068"), marks("\u2069"));
});
