import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { always } from "../fake-engines.ts";
import { assertGood, takeAway } from "./page.ts";
import { inBrowser, type Someone, siteForTests } from "./site.ts";

let ada: Someone;
let bob: Someone;
let projectId: string;
let bobIs: string;
const engines = { chatgpt: always("Acme is the usual pick.") };
const site = siteForTests({ engines, estimateUsd: 0.5 }, async ({ someone, call, token, address }) => {
  ada = await someone("ada");
  bob = await someone("bob");
  const terms = { name: "Acme", brand: "Acme", prompts: ["Which CRM?", "A cheap CRM?"] };
  projectId = (await call<{ id: string }>(ada.key, "POST", "/projects", terms)).id;
  await call(ada.key, "POST", `/projects/${projectId}/imports`, [
    { prompt: "Which CRM?", provider: "chatgpt", answer: "Acme, most say." },
  ]);
  const { url } = await call<{ url: string }>(await token(ada), "POST", "/organization/invitations", {
    ...{ email: bob.email, role: "editor" },
  });
  const jwt = await token(bob);
  const joined = await call<{ organization_id: string; member: { id: string } }>(
    ...([jwt, "POST", "/organization/invitations/accept", { token: url.split("/").at(-1) }] as const),
  );
  bobIs = joined.member.id;
  const headers = { authorization: `Bearer ${jwt}`, "overheard-organization": joined.organization_id };
  await fetch(`${address}/v1/organization`, { headers });
});

const settings = () => `${site.address}/projects/${projectId}/settings`;
const brandOf = (page: Page) => page.getByRole("region", { name: "Brand" });

test(
  "403: a role that was taken away while a form was open is said, and what was typed stays",
  inBrowser,
  async () => {
    const { page } = await site.signedIn(bob);
    await page.goto(settings());
    await brandOf(page).getByLabel("What it sells").fill("Typed as an editor");
    await site.call(await site.token(ada), "PATCH", `/organization/members/${bobIs}`, { role: "viewer" });
    await page.waitForTimeout(1_100);
    await brandOf(page).getByRole("button", { name: "Save" }).click();
    await brandOf(page).getByText("Your role does not allow this. An editor can do it.").waitFor();
    await assertGood(page, "a refusal by role");
    assert.equal(await brandOf(page).getByLabel("What it sells").inputValue(), "Typed as an editor");
    await page.context().close();
  },
);

test(
  "402: a run that could cost more than is left says what is left, when it starts again, and who can raise it",
  inBrowser,
  async () => {
    await site.call(ada.key, "PATCH", `/projects/${projectId}`, { monthlySpendUsd: 0.25 });
    const { page } = await site.signedIn(ada);
    await page.goto(`${site.address}/projects/${projectId}`);
    await page.getByRole("button", { name: "Run now" }).click();
    await page.getByRole("button", { name: "Ask them" }).click();
    await page
      .getByText(
        /This may cost \$1\.00, and the spending limit of the project leaves \$0\.25\. It starts again on 1 \w+\./,
      )
      .waitFor();
    await page.getByText("An editor can raise it in the project’s settings.").waitFor();
    await assertGood(page, "a refusal by spending");
    await page.context().close();
  },
);

test("a quota at its end is said with what is left and when it starts again", inBrowser, async () => {
  const { page } = await site.signedIn(ada);
  const details = {
    ...{ quota: "visibility", remaining: 3, required: 20, limit: 300 },
    ...{ resets_at: "2027-02-15T09:00:00.000Z", upgrade_url: null },
  };
  const error = { code: "BILLING_REQUIRED", message: "Your quota does not cover this request.", details };
  await page.route("**/v1/analyze/project", (route) => route.fulfill({ status: 402, json: { error } }));
  await page.goto(`${site.address}/projects/${projectId}`);
  await page.getByRole("button", { name: "Run now" }).click();
  await page.getByRole("button", { name: "Ask them" }).click();
  await page
    .getByText("Your plan leaves 3 prompt runs and this needs 20. They start again on 15 February.")
    .waitFor();
  await page.context().close();
});

test(
  "429: a short wait is waited out in silence, a long one is said, and both keep what was typed",
  inBrowser,
  async () => {
    const { page } = await site.signedIn(ada);
    await page.goto(settings());
    const waits = ["1", "40"];
    const error = { code: "RATE_LIMITED", message: "Too many requests. Retry after the given delay." };
    await page.route(`**/v1/projects/${projectId}`, (route) => {
      const wait = route.request().method() === "PATCH" ? waits.shift() : undefined;
      if (wait === undefined) return route.continue();
      return route.fulfill({ status: 429, headers: { "retry-after": wait }, json: { error } });
    });
    const brand = brandOf(page);
    await brand.getByLabel("What it sells").fill("Patience");
    await brand.getByRole("button", { name: "Save" }).click();
    await brand.getByText("Too many requests. Try again in 40 seconds.").waitFor();
    assert.equal(waits.length, 0, "the short one was waited out first");
    assert.equal(await brand.getByLabel("What it sells").inputValue(), "Patience");
    await brand.getByRole("button", { name: "Save" }).click();
    await brand.getByText("Saved.").waitFor();
    await page.context().close();
  },
);

test(
  "the server goes away while a form is filled: it says so, keeps the text, and saves it when it is back",
  inBrowser,
  async () => {
    const { page } = await site.signedIn(ada);
    await page.goto(settings());
    const brand = brandOf(page);
    await brand.getByLabel("What it sells").waitFor();
    await page.clock.install();
    await brand.getByLabel("What it sells").fill("Written in a tunnel");
    const giveBack = await takeAway(page, "**/v1/**");
    await brand.getByRole("button", { name: "Save" }).click();
    for (let turn = 0; turn < 4; turn += 1) await page.clock.runFor(5_000);
    await brand.getByText(/The server cannot be reached\..*What you typed is still here\./).waitFor();
    await giveBack();
    await brand.getByRole("button", { name: "Save" }).click();
    await brand.getByText("Saved.").waitFor();
    const { about } = await site.call<{ about: string }>(ada.key, "GET", `/projects/${projectId}`);
    assert.equal(about, "Written in a tunnel");
    await page.context().close();
  },
);

test("what an ad blocker stops is told as that, where the server answers others", inBrowser, async () => {
  const { page } = await site.signedIn(ada);
  await page.goto(settings());
  const brand = brandOf(page);
  await brand.getByLabel("What it sells").waitFor();
  await page.clock.install();
  await brand.getByLabel("What it sells").fill("Stopped by a list");
  await page.route(`**/v1/projects/${projectId}`, (route) => route.abort("blockedbyclient"));
  await brand.getByRole("button", { name: "Save" }).click();
  for (let turn = 0; turn < 4; turn += 1) await page.clock.runFor(5_000);
  await brand
    .getByText(
      /^The server answers, but not this: something in your browser, such as an ad blocker, may stop it\./,
    )
    .waitFor();
  assert.equal(await brand.getByLabel("What it sells").inputValue(), "Stopped by a list");
  await page.unroute(`**/v1/projects/${projectId}`);
  await brand.getByRole("button", { name: "Save" }).click();
  await brand.getByText("Saved.").waitFor();
  await page.context().close();
});

test(
  "what a proxy or firewall before the server answers in its place is said as that, and signs nobody out",
  inBrowser,
  async () => {
    const { page } = await site.signedIn(ada);
    await page.goto(settings());
    const brand = brandOf(page);
    await brand.getByLabel("What it sells").fill("Stopped");
    for (const [status, says] of [
      [405, "A proxy is in the way (405). Ask whoever runs it."],
      [413, "A proxy is in the way (413). Ask whoever runs it."],
      [401, "A proxy is in the way (401). Ask whoever runs it."],
      [404, "A proxy is in the way (404). Ask whoever runs it."],
      [504, "A proxy stopped waiting (504). Try again."],
      [524, "A proxy stopped waiting (524). Try again."],
    ] as const) {
      await page.route(`**/v1/projects/${projectId}`, (route) =>
        route.request().method() === "PATCH"
          ? route.fulfill({ status, contentType: "text/html", body: "<h1>Blocked</h1>" })
          : route.continue(),
      );
      await brand.getByRole("button", { name: "Save" }).click();
      await brand.getByText(says).waitFor();
      await page.unroute(`**/v1/projects/${projectId}`);
    }
    await page.route(`**/v1/projects/${projectId}`, (route) =>
      route.request().method() === "PATCH"
        ? route.fulfill({ status: 302, headers: { location: "https://sign-in.example/" } })
        : route.continue(),
    );
    await brand.getByRole("button", { name: "Save" }).click();
    await brand.getByText("A proxy is in the way (302).").waitFor();
    await page.unroute(`**/v1/projects/${projectId}`);
    await page.route(`**/v1/projects/${projectId}`, (route) =>
      route.request().method() === "PATCH"
        ? route.continue({ headers: { ...route.request().headers(), authorization: "Bearer of-the-proxy" } })
        : route.continue(),
    );
    await brand.getByRole("button", { name: "Save" }).click();
    await brand.getByText("A proxy is in the way (401).").waitFor();
    await page.unroute(`**/v1/projects/${projectId}`);
    assert.equal(await page.getByRole("dialog").count(), 0, "nobody is asked to sign in again");
    await brand.getByRole("button", { name: "Save" }).click();
    await brand.getByText("Saved.").waitFor();
    await page.context().close();
  },
);

test(
  "a proxy that stops the question who is signed in is told as that, and nobody is taken for signed out",
  inBrowser,
  async () => {
    const { page } = await site.signedIn(ada);
    for (const [status, says] of [
      [403, "A proxy is in the way (403)."],
      [401, "A proxy is in the way (401)."],
      [200, "A proxy is in the way (200)."],
      [302, "A proxy is in the way (302)."],
      [504, "A proxy stopped waiting (504)."],
    ] as const) {
      await page.route("**/api/auth/get-session", (route) =>
        route.fulfill({
          ...{ status, contentType: "text/html", body: "<h1>Sign in to the network</h1>" },
          headers: status === 302 ? { location: "https://sign-in.example/" } : {},
        }),
      );
      await page.goto(`${site.address}/projects/${projectId}`);
      await page.getByText(says).first().waitFor();
      assert.equal(await page.getByRole("link", { name: "Sign in" }).count(), 0, `${status}`);
      await page.unroute("**/api/auth/get-session");
    }
    await page.getByRole("button", { name: "Try again" }).first().click();
    await page.getByRole("heading", { level: 1, name: /Acme is named/ }).waitFor();
    await page.context().close();
  },
);

for (const hours of [-5, 5])
  test(`a browser whose clock is ${hours} hours off asks once for its token`, inBrowser, async () => {
    const { page } = await site.signedIn(ada);
    await page.addInitScript((ms) => {
      const now = Date.now.bind(Date);
      Date.now = () => now() + ms;
    }, hours * 3_600_000);
    let asked = 0;
    page.on("request", (request) => {
      if (request.url().endsWith("/api/auth/get-session")) asked += 1;
    });
    await page.goto(`${site.address}/projects/${projectId}`);
    await page.getByRole("heading", { level: 1, name: /Acme is named/ }).waitFor();
    await page.getByRole("link", { name: "Prompts", exact: true }).click();
    await page.getByRole("link", { name: "Which CRM?" }).waitFor();
    assert.equal(asked, 1);
    await page.context().close();
  });

test("where the system sets all colours, a box that is filled still shows", inBrowser, async () => {
  const { page } = await site.signedIn(ada, { forcedColors: "active" });
  await page.evaluate(`document.body.append(...["y", ""].map((name) => {
    const [boxes, box] = [document.createElement("span"), document.createElement("i")];
    [boxes.className, boxes.id, box.className] = ["boxes", "box" + name, name];
    boxes.append(box);
    return boxes;
  }))`);
  const [filled, empty] = [
    await page.locator("#boxy i").screenshot(),
    await page.locator("#box i").screenshot(),
  ];
  assert.ok(!filled.equals(empty));
  await page.context().close();
});

test(
  "browsers are asked not to translate the app, whose names and figures change in place",
  inBrowser,
  async () => {
    const page = await site.browser.newPage();
    await page.goto(site.address);
    assert.equal(await page.locator("html").getAttribute("translate"), "no");
    await page.close();
  },
);

test("who is signed out hears that the browser keeps no cookies", inBrowser, async () => {
  const page = await site.browser.newPage();
  await page.goto(site.address);
  await page.getByRole("link", { name: "Sign in" }).waitFor();
  assert.equal(await page.getByText("keeps no cookies").count(), 0);
  await page.addInitScript(() => Object.defineProperty(navigator, "cookieEnabled", { get: () => false }));
  await page.reload();
  await page.getByText("Your browser keeps no cookies of this site").waitFor();
  await page.close();
});

test("where the app's scripts do not run, the page says so after a while", inBrowser, async () => {
  const page = await site.browser.newPage();
  await page.route("**/assets/*.js", (route) => route.abort());
  await page.goto(site.address);
  const late = page.getByText("this browser is too old for the app");
  assert.equal(await late.isVisible(), false);
  await page.evaluate("document.getAnimations().forEach((each) => each.finish())");
  assert.ok(await late.isVisible());
  await page.unroute("**/assets/*.js");
  await page.reload();
  await page.getByRole("link", { name: "Sign in" }).waitFor();
  assert.equal(await late.count(), 0, "the app takes its place");
  await page.close();
});

test("a tab that was open for a day goes on without a word", inBrowser, async () => {
  const { page, complaints } = await site.signedIn(ada);
  await page.clock.install();
  await page.getByRole("link", { name: "Acme" }).click();
  await page.getByRole("heading", { level: 1, name: /Acme is named/ }).waitFor();
  await page.clock.fastForward("24:00:00");
  await page.getByRole("link", { name: "Prompts", exact: true }).click();
  await page.getByRole("heading", { level: 1, name: "Prompts", exact: true }).waitFor();
  await page.getByRole("link", { name: "Which CRM?" }).waitFor();
  assert.equal(await page.getByRole("dialog").count(), 0);
  assert.deepEqual(complaints, []);
  await page.context().close();
});
