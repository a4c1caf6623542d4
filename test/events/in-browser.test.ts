import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { always } from "../fake-engines.ts";
import { assertGood, keepPicture } from "../web/page.ts";
import { inBrowser, type Someone, siteForTests } from "../web/site.ts";
import { type Receiver, startReceiver, status } from "./receiver.ts";

const hostile = `"><img src=x onerror=alert(1)>`;
let ada: Someone;
let receiver: Receiver;
/** As long as a name may be, in words and in one. */
const names = [
  "Marketing and sales of the whole group, all countries, all brands, all channels",
  "W".repeat(80),
];
const site = siteForTests(
  async (end) => {
    receiver = await startReceiver(end);
    return { engines: { chatgpt: always("Acme.") }, config: { outboundAllow: [receiver.host] } };
  },
  async ({ someone, call }) => {
    ada = await someone("ada");
    await call(ada.key, "POST", "/projects", { name: "Acme", brand: "Acme" });
  },
);

test("a program is added with its secret shown once, tested, looked at, and deleted", inBrowser, async () => {
  const { page, complaints } = await site.signedIn(ada);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${site.address}/organization?part=destinations`);
  await page.getByText("No destinations yet.").waitFor();
  await page.getByRole("button", { name: "Add a destination" }).click();
  const dialog = page.getByRole("dialog", { name: "Add a destination" });
  await dialog.getByLabel("Kind").selectOption("Program");
  await dialog.getByLabel("URL").fill(receiver.url);
  await dialog.getByLabel("Name").fill(`Ours ${hostile}`);
  await dialog.getByLabel("Run canceled").uncheck();
  await keepPicture(page, "destinations-add");
  await assertGood(page, "adding a destination");
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  const secret = await dialog.getByLabel("Signing secret").inputValue();
  assert.match(secret, /^whsec_/);
  await keepPicture(page, "destinations-secret");
  await dialog.getByRole("button", { name: "Close" }).click();
  assert.equal((await page.content()).includes(secret), false);

  await page.getByRole("button", { name: /^Send a test/ }).click();
  await page.getByText(/The test reached/).waitFor();
  receiver.answer(status(500, hostile));
  await page.getByRole("button", { name: /^Send a test/ }).click();
  await page.getByText(/did not reach .*: it refused/).waitFor();
  await keepPicture(page, "destinations");
  await assertGood(page, "destinations");
  await page.getByRole("button", { name: /^Log of/ }).click();
  const log = page.getByRole("dialog", { name: /^Log of/ });
  await log.getByText("it refused (500)").waitFor();
  await log.getByText("Answer").click();
  assert.equal(await log.locator("pre").textContent(), hostile);
  await keepPicture(page, "destinations-log");
  await assertGood(page, "the log of a destination");
  await log.getByRole("button", { name: "Close" }).click();
  await log.waitFor({ state: "detached" });

  await page.setViewportSize({ width: 390, height: 844 });
  await keepPicture(page, "destinations-phone");
  await assertGood(page, "destinations on a phone");
  await page.getByRole("button", { name: /^Delete Ours/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await page.getByText("No destinations yet.").waitFor();
  assert.deepEqual(complaints, []);
  await page.context().close();
});

test("a log goes back to its newest 1,000, and long names stay within a phone", inBrowser, async () => {
  const someone = await site.someone("grace");
  const token = await site.token(someone);
  const call = <D>(method: string, path: string, body?: unknown) => site.call<D>(token, method, path, body);
  receiver.answer(status(204));
  const ids: string[] = [];
  for (const name of names) {
    const { id } = await call<{ id: string }>("POST", "/webhooks", { url: receiver.url, name });
    ids.push(id);
  }
  await sql`insert into deliveries (organization_id, webhook_id, id, type, project_id, object_id, facts, created_at, queued_at,
      next_at, state, attempts, attempted_at, duration_ms, status, fault, response)
    select w.organization_id, w.id, gen_random_uuid(), 'report.completed', null, g::text, null, now() - g * interval '1 minute',
      now(), now(), case g % 2 when 0 then 'delivered' else 'failed' end, 1, now(), 12, case g % 2 when 0 then 204 else 500 end,
      case g % 2 when 0 then null else 'refused' end, ${"x".repeat(1_024)}
    from webhooks w, generate_series(1, 1100) g where w.id = ${ids[1]}::uuid`.execute(site.app.db);
  const { page, complaints } = await site.signedIn(someone);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${site.address}/organization?part=destinations`);
  await page.getByText(names[0]!).waitFor();
  await keepPicture(page, "destinations-long-names-phone");
  await assertGood(page, "destinations with long names on a phone");
  await page.getByRole("button", { name: /^Log of .*WWWW/ }).click();
  const log = page.getByRole("dialog", { name: /^Log of/ });
  const rows = log.locator(".deliveries > li");
  await rows.nth(99).waitFor();
  await log.getByText("Answer").first().click();
  await keepPicture(page, "destinations-log-phone");
  await assertGood(page, "a long log on a phone");
  for (let shown = 100; shown < 1_000; shown += 100) {
    await log.getByRole("button", { name: "Show more" }).click();
    await rows.nth(shown + 99).waitFor();
  }
  await log.getByRole("button", { name: "Show more" }).waitFor({ state: "detached" });
  assert.equal(await rows.count(), 1_000);
  await log.getByRole("button", { name: "Close" }).click();
  for (const open of [/^Change /, /^Create a new secret for /, /^Delete /]) {
    await page.getByRole("button", { name: open }).last().click();
    const dialog = page.getByRole("dialog");
    await dialog.waitFor();
    await keepPicture(page, `destinations-long-name-${String(open).replace(/\W+/g, "")}-phone`);
    await assertGood(page, `the dialog ${open}`);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
  }
  assert.deepEqual(complaints, []);
  await page.context().close();
});
