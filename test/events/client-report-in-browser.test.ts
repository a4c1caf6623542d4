import assert from "node:assert/strict";
import { test } from "node:test";
import { newId } from "../../src/server/kernel/id.ts";
import { mailbox } from "../accounts/mailbox.ts";
import { always } from "../fake-engines.ts";
import { assertGood, keepPicture } from "../web/page.ts";
import { inBrowser, type Someone, siteForTests } from "../web/site.ts";

const hostile = `"><img src=x onerror=alert(1)>`;
let ada: Someone;
let projectId: string;
let box: Awaited<ReturnType<typeof mailbox>>;
const site = siteForTests(
  async (end) => {
    box = await mailbox({ after: (work) => end.after(work) });
    return { engines: { chatgpt: always("Acme.") }, config: { mail: box.mail } };
  },
  async ({ app, someone, call, owner }) => {
    ada = await someone("ada");
    const terms = { name: `Acme ${hostile}`, brand: "Acme", schedule: "weekly", prompts: ["best crm?"] };
    projectId = (await call<{ id: string }>(ada.key, "POST", "/projects", terms)).id;
    const rows = [{ prompt: "best crm?", provider: "chatgpt", answer: "Acme." }];
    const report = await call<{ id: string }>(ada.key, "POST", `/projects/${projectId}/imports`, rows);
    const { organizationId } = await owner(projectId);
    await app.db
      .insertInto("client_issues")
      .values({
        ...{ id: newId(), organization_id: organizationId, project_id: projectId, report_id: report.id },
        ...{ period: "2026-W01", state: "waiting", created_at: new Date() },
      })
      .execute();
  },
);

test("an editor sets up reports to a client, and approves one that waits", inBrowser, async () => {
  const { page, complaints } = await site.signedIn(ada);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${site.address}/projects/${projectId}/settings`);
  const section = page.getByRole("region", { name: "Reports by email" });
  await section.getByLabel("Send reports").check();
  await section.getByLabel("How often").selectOption("Every week");
  await section.getByLabel("Addresses").fill("kim@client.example\nlee at client");
  await section.getByRole("button", { name: "Save" }).click();
  await section.getByText("Line 2: Must be an email address such as").waitFor();
  // What the server refused is the browser's to say.
  complaints.splice(0);
  await section.getByLabel("Addresses").fill("kim@client.example\nlee@client.example");
  await section.getByRole("button", { name: "Save" }).click();
  await section.getByText("Saved.").waitFor();
  await section.getByText("waits for approval").waitFor();
  await keepPicture(page, "client-report");
  await assertGood(page, "the settings with reports to a client");
  await section.getByRole("button", { name: "Approve and send" }).click();
  await section.getByText("sent to 2 addresses").waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  await keepPicture(page, "client-report-phone");
  await assertGood(page, "the same on a phone");
  await site.app.settle();
  assert.deepEqual(box.letters.map(({ to }) => to[0]).sort(), ["kim@client.example", "lee@client.example"]);
  assert.deepEqual(complaints, []);
  await page.context().close();
});
