import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { assertGood, assertHolds, keepPicture } from "./page.ts";
import { inBrowser, type Someone, siteForTests } from "./site.ts";

const hostile = `<img src=x onerror=alert(1)>`;
let ada: Someone;
let projectId: string;

const site = siteForTests({ config: { rateLimitScale: 0 } }, async ({ someone, call }) => {
  ada = await someone("ada");
  const terms = { name: "Acme CRM", brand: "Acme", competitors: ["Bolt"] };
  projectId = (await call<{ id: string }>(ada.key, "POST", "/projects", terms)).id;
});

const file = (name: string, text: string) => ({ name, mimeType: "text/csv", buffer: Buffer.from(text) });

test(
  "answers in a file become a report, after saying which rows are left out and why",
  inBrowser,
  async () => {
    const { page, complaints } = await site.signedIn(ada);
    await page.goto(`${site.address}/projects/${projectId}`);
    await page.getByRole("link", { name: "Import answers" }).click();
    await page.getByRole("heading", { name: "Import answers" }).waitFor();
    await page.getByText("At most 2,000 answers and 8 MB").waitFor();
    const template = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download a CSV template" }).click();
    assert.equal((await template).suggestedFilename(), "answers.csv");

    const chosen = page.getByLabel("File (CSV, JSON or JSON Lines)");
    await chosen.setInputFiles({
      name: "a.csv",
      mimeType: "text/csv",
      buffer: Buffer.from([0xff, 0xfe, 0, 0xd8]),
    });
    await page.getByText("This file cannot be read as text.").waitFor();
    const rows = [
      "\uFEFFQuestion,Engine,What it said,Date,Sources,Cost",
      `"Which CRM, honestly?",ChatGPT,"Acme.${hostile}",2026-11-02,https://a.example/x https://b.example/y,1`,
      '"Which CRM, honestly?",Claude,Bolt.,2026-11-03,,1',
      "Which CRM?,HAL 9000,Acme.,2026-11-02,,1",
      "Which CRM?,Claude,Acme.,02/03/2026,,1",
    ];
    await chosen.setInputFiles(file("b.csv", rows.join("\r\n")));
    await page.getByText("Choose the column of “Answer”.").waitFor();
    await page.getByText("Not imported: What it said and Cost.").waitFor();
    await page.getByLabel("Answer", { exact: true }).selectOption("What it said");
    await page.getByText("2 answers to import, 2 rows left out.").waitFor();
    const send = page.getByRole("button", { name: /^Import \d answers$/ });
    assert.equal(await send.isDisabled(), true, "which day is meant has to be said first");
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await assertGood(page, `a date that can be two days, at ${width}`);
      await keepPicture(page, `which-day-${width}`);
    }
    await page.getByRole("group", { name: "Which day is 02/03/2026?" }).getByLabel("3 February 2026").check();
    await page.getByText("3 answers to import, 1 row left out.").waitFor();
    await page
      .getByText("2 prompts; ChatGPT 1, Claude 2. Answered from 3 February 2026 to 3 November 2026.")
      .waitFor();
    await page.getByText("Line 4 names an assistant that is not known").waitFor();
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await assertGood(page, `a file of answers, looked through, at ${width}`);
    }
    await page.getByRole("button", { name: "Import 3 answers" }).click();
    await page.waitForURL(/\/reports\//);
    await page.getByRole("heading", { name: /Acme is named in 2 of 3 answers/ }).waitFor();
    await page.getByRole("link", { name: "To the project’s overview" }).click();
    await page.getByRole("heading", { name: /Acme is named in 2 of 3 answers/ }).waitFor();
    assert.deepEqual(complaints, [], "no script of an answer has run");
    await page.context().close();
  },
);

test(
  "JSON Lines without assistants are imported as one assistant’s, and too many answers are refused",
  inBrowser,
  async () => {
    const { page, complaints } = await site.signedIn(ada);
    await page.goto(`${site.address}/projects/${projectId}/import`);
    const chosen = page.getByLabel("File (CSV, JSON or JSON Lines)");
    const lines = (count: number) =>
      Array.from({ length: count }, (_, at) =>
        JSON.stringify({ prompt: `Which CRM ${at % 9}?`, answer: "Acme." }),
      );
    await chosen.setInputFiles(file("many.jsonl", lines(2001).join("\n")));
    await page.getByLabel("Assistant").selectOption("Gemini");
    await page.getByText("An import takes 2,000 answers, and these are 2,001.").waitFor();
    assert.equal(await page.getByRole("button", { name: "Import 2,001 answers" }).isDisabled(), true);
    await chosen.setInputFiles(file("few.jsonl", `${lines(9).join("\n")}\n{"prompt"`));
    await page.getByLabel("Day of the answers").fill("2026-10-05");
    await page.getByText("Line 10 is no JSON object").waitFor();
    await page.getByRole("button", { name: "Import 9 answers" }).click();
    await page.getByText("Another report has newer answers").waitFor();
    await page.getByRole("link", { name: "See the report" }).click();
    await page.waitForURL(/\/reports\//);
    await page.getByText("Report, 5 October 2026").waitFor();
    assert.deepEqual(complaints, []);
    await page.context().close();
  },
);

test(
  "where prompts are set up and where reports are listed, answers can be imported",
  inBrowser,
  async () => {
    const { page, complaints } = await site.signedIn(ada);
    for (const [path, role] of [
      [`/welcome?project=${projectId}&step=site`, "button"],
      [`/projects/${projectId}/prompts`, "link"],
      [`/projects/${projectId}/trends`, "link"],
    ] as const) {
      await page.goto(site.address + path);
      await page.getByRole(role, { name: "Import answers" }).click();
      await page.getByRole("heading", { name: "Import answers" }).waitFor();
    }
    // The browser tells of the comparison that there is none: the newest import has nothing of its kind before it.
    assert.deepEqual(
      complaints.filter((text) => !text.includes("404")),
      [],
    );
    await page.context().close();
  },
);

test(
  "reports are compared and listed by when their answers were given, and two of one day are told apart",
  inBrowser,
  async () => {
    const terms = { name: "Late imports", brand: "Acme", competitors: ["Bolt"] };
    const { id } = await site.call<{ id: string }>(ada.key, "POST", "/projects", terms);
    const reports: string[] = [];
    // The oldest answers come last.
    for (const day of ["2026-11-09", "2026-11-09", "2026-10-05"]) {
      const rows = Array.from({ length: 4 }, (_, at) => ({
        ...{ prompt: `Which CRM ${at}?`, provider: "chatgpt", answer: at > 1 ? "Acme." : "Bolt." },
        answeredAt: `${day}T12:00:00Z`,
      }));
      reports.push((await site.call<{ id: string }>(ada.key, "POST", `/projects/${id}/imports`, rows)).id);
    }
    const { page, complaints } = await site.signedIn(ada);
    await page.goto(`${site.address}/projects/${id}/trends`);
    const [first, second, oldest] = reports;
    const compared = page.getByRole("region", { name: "Compare two reports" });
    const earlier = compared.getByLabel("Earlier report");
    await assertHolds(earlier, new RegExp(first!));
    assert.equal(await compared.getByLabel("Report", { exact: true }).inputValue(), second);
    await compared.getByLabel("Report", { exact: true }).selectOption(first!);
    await page.waitForURL(/report=/);
    await assertHolds(earlier, new RegExp(oldest!));
    const listed = page.getByRole("table", { name: "Reports" }).getByRole("link");
    const names = await listed.allTextContents();
    assert.equal(new Set(names).size, 3, names.join(", "));
    assert.match(names[0] ?? "", /^9 November 2026 \(no\. 2, added /);
    assert.equal(names[2], "5 October 2026");

    // From the list, and from its own page.
    await page.getByRole("button", { name: "Delete the report of 5 October 2026" }).click();
    const sure = page.getByRole("dialog", { name: /^Delete the report of/ });
    await sure.getByText("Its figures, its 4 answers and its shared pages are deleted").waitFor();
    await assertGood(page, "asking whether a report is to be deleted");
    await sure.getByRole("button", { name: "Delete the report" }).click();
    await sure.waitFor({ state: "detached" });
    await listed.nth(2).waitFor({ state: "detached" });
    await page.goto(`${site.address}/reports/${second}`);
    await page.getByRole("button", { name: /^Delete the report of/ }).click();
    await sure.getByRole("button", { name: "Delete the report" }).click();
    await page.waitForURL(/\/trends$/);
    await page.getByRole("link", { name: "9 November 2026", exact: true }).waitFor();
    assert.equal(await listed.count(), 1);
    assert.deepEqual(complaints, []);
    await page.context().close();
  },
);

test("where answers are imported, the overview offers to import more, and no run", inBrowser, async () => {
  const terms = { name: "Acme CRM", brand: "Acme", domain: "acme.example", competitors: ["Bolt"] };
  const { id } = await site.call<{ id: string }>(ada.key, "POST", "/projects", terms);
  for (const day of ["2026-11-02", "2026-11-09"]) {
    const rows = ["Which CRM?", "A cheap CRM?"].map((prompt, at) => ({
      ...{ prompt, provider: "chatgpt", answer: at > 0 && day > "2026-11-05" ? "Acme." : "Bolt." },
      answeredAt: `${day}T12:00:00Z`,
    }));
    await site.call(ada.key, "POST", `/projects/${id}/imports`, rows);
  }
  const { page, complaints } = await site.signedIn(ada);
  await page.goto(site.address);
  await page.getByText("acme.example, made on").waitFor();
  await page.goto(`${site.address}/projects/${id}`);
  await page.getByRole("link", { name: "Import answers to more prompts" }).first().waitFor();
  await page.getByRole("heading", { name: "What to do next" }).waitFor();
  assert.equal(await page.getByText("Next run").count(), 0);
  assert.equal(await page.getByRole("link", { name: /^Add \d+ prompts$/ }).count(), 0);
  await page.getByText("Both prompts").waitFor();
  await page.getByText("may have moved: not all can be judged").waitFor();
  assert.equal(await page.getByText("≈ Same").count(), 0);

  await page.getByRole("button", { name: "Share" }).click();
  const dialog = page.getByRole("dialog", { name: "Share this report" });
  await dialog.getByLabel("Presented by").fill("Harbour & Lane");
  await dialog.getByLabel("Introduction").fill("What assistants said in autumn.");
  await assertGood(page, "a page about to be shared");
  await dialog.getByRole("button", { name: "Make the page" }).click();
  await dialog.getByText("it is not shown again").waitFor();
  await page.setViewportSize({ width: 390, height: 900 });
  await assertGood(page, "a page that is shared");
  const field = dialog.getByLabel("Address");
  const hidden = await page.evaluate(
    "((field) => field.scrollHeight - field.clientHeight)(document.querySelector('.secret textarea'))",
  );
  assert.ok(Number(hidden) <= 1, `${hidden} pixels of the address are out of sight`);
  await dialog.getByRole("button", { name: "Copy" }).waitFor();
  const shared = await (await fetch(await field.inputValue())).text();
  assert.match(shared, /Harbour &amp; Lane/);
  assert.match(shared, /What assistants said in autumn\./);
  assert.deepEqual(complaints, []);
  await page.context().close();
});

test("files have dates as RFC 3339, figures with their ranges, and every competitor", inBrowser, async () => {
  const terms = { name: "Files", brand: "Acme", competitors: ["Bolt"] };
  const { id } = await site.call<{ id: string }>(ada.key, "POST", "/projects", terms);
  let reportId = "";
  for (const day of ["2026-11-02", "2026-11-09"]) {
    const rows = ["Which CRM?", "A cheap CRM?"].map((prompt, at) => ({
      ...{ prompt, provider: "chatgpt", answer: at > 0 ? "Acme." : "Bolt." },
      answeredAt: `${day}T12:00:00Z`,
    }));
    reportId = (await site.call<{ id: string }>(ada.key, "POST", `/projects/${id}/imports`, rows)).id;
  }
  const { page, complaints } = await site.signedIn(ada);
  const fileAt = async (path: string, button: string | RegExp) => {
    await page.goto(site.address + path);
    await page.getByRole("button", { name: button }).waitFor();
    await page.waitForLoadState("networkidle");
    const coming = page.waitForEvent("download");
    await page.getByRole("button", { name: button }).click();
    const [text, ...more] = readFileSync(await (await coming).path(), "utf8")
      .split(/^\uFEFF/)
      .toReversed();
    assert.equal(more.length, 1, "Excel reads a file without its mark in another encoding");
    return text!.split("\r\n");
  };
  const trends = await fileAt(`/projects/${id}/trends`, "Download Reports as shown, as CSV");
  assert.match(
    trends[0] ?? "",
    /^report_id,measured_at,.*,appearance_rate,appearance_rate_low,.*appearance_rate: Bolt$/,
  );
  assert.match(trends[1] ?? "", /,2026-11-09T12:00:00(\.000)?Z,.*,completed,2,2,0\.5,.*,0\.5$/);
  const answers = await fileAt(`/reports/${reportId}?show=rows`, /as shown, as CSV/);
  assert.match(answers[0] ?? "", /named: Acme,place: Acme,named: Bolt/);
  assert.match(answers[1] ?? "", /^Which CRM\?,chatgpt,1,,2026-11-09T12:00:00(\.000)?Z,0,0,,1,0$/);
  const figures = await fileAt(`/reports/${reportId}`, "Figures and ranges as CSV");
  assert.match(figures[1] ?? "", /^2026-11-09T12:00:00(\.000)?Z,Acme,2,1,0\.5,/);
  assert.match(figures[2] ?? "", /,Bolt,2,1,0\.5,/);
  assert.deepEqual(complaints, []);
  await page.context().close();
});

test(
  "competitors typed while setting up go along to the import, and a repeated import is said to be one",
  inBrowser,
  async () => {
    const { id } = await site.call<{ id: string }>(ada.key, "POST", "/projects", {
      name: "Typed",
      brand: "Acme",
    });
    const { page, complaints } = await site.signedIn(ada);
    await page.goto(`${site.address}/welcome?project=${id}&step=site`);
    await page.getByLabel("Competitors, one a line").fill("Bolt\nCube");
    await page.getByRole("button", { name: "Import answers" }).click();
    for (const again of [false, true]) {
      await page.goto(`${site.address}/projects/${id}/import`);
      await page
        .getByLabel("File (CSV, JSON or JSON Lines)")
        .setInputFiles(file("a.csv", "prompt,provider,answer\nWhich CRM?,ChatGPT,Bolt or Acme."));
      await page.getByRole("button", { name: "Import 1 answer" }).click();
      if (again) {
        await page.getByText("An earlier report has the same answers").waitFor();
        await assertGood(page, "answers that were imported before");
        await page.getByRole("link", { name: "See the report" }).click();
      }
      await page.waitForURL(/\/reports\//);
      await page.getByText("Bolt", { exact: true }).first().waitFor();
    }
    assert.deepEqual(complaints, []);
    await page.context().close();
  },
);

test(
  "whom the answers list and nobody tracks is named beside the competitors, and tracked with one click",
  inBrowser,
  async () => {
    const { id } = await site.call<{ id: string }>(ada.key, "POST", "/projects", {
      name: "Alone",
      brand: "Acme",
    });
    const rows = Array.from({ length: 6 }, (_, at) => ({
      prompt: `Which CRM ${at}?`,
      provider: "chatgpt",
      answer:
        "Three stand out:\n\n1. **Pipedrive** – simple boards\n2. **Acme** – good reports\n3. **HubSpot** – automation",
      answeredAt: "2026-11-02T12:00:00Z",
    }));
    await site.call(ada.key, "POST", `/projects/${id}/imports`, rows);
    const { page, complaints } = await site.signedIn(ada);
    await page.goto(`${site.address}/projects/${id}/rivals`);
    await page.getByText("No competitors are tracked.").waitFor();
    await page.getByRole("row", { name: "Pipedrive 6 of 6 answers" }).waitFor();
    await assertGood(page, "competitors that nobody tracks yet");
    await page.getByRole("button", { name: "Track Pipedrive as a competitor" }).click();
    await page.getByText("Pipedrive is tracked.").waitFor();
    await page.getByRole("heading", { name: "Compared with you" }).waitFor();
    assert.equal(await page.getByRole("button", { name: "Track Pipedrive as a competitor" }).count(), 0);
    await page.getByRole("button", { name: "Track HubSpot as a competitor" }).waitFor();
    await assertGood(page, "a competitor tracked");
    assert.deepEqual(complaints, []);
    await page.context().close();
  },
);

test(
  "200 imported prompts are tagged in a few steps, and pages show a tag's figures alone",
  inBrowser,
  async () => {
    const { page, complaints } = await site.signedIn(ada);
    const terms = { name: "Northwind", brand: "Northwind", competitors: ["Fellow"] };
    const { id } = await site.call<{ id: string }>(ada.key, "POST", "/projects", terms);
    const things = ["kettle", "grinder", "toaster", "blender"];
    const rows = Array.from({ length: 200 }, (_, at) => ({
      prompt: `Which ${things[at % 4]} is best for kitchen number ${at}?`,
      ...{
        provider: "chatgpt",
        answer: at % 4 === 0 || at % 7 === 0 ? "Northwind, then Fellow." : "Fellow.",
      },
    }));
    const before = new Date(Date.now() - 7 * 86_400_000).toISOString();
    for (const more of [{ answeredAt: before }, {}])
      await site.call(
        ...([ada.key, "POST", `/projects/${id}/imports`, rows.map((row) => ({ ...row, ...more }))] as const),
      );
    await page.goto(`${site.address}/projects/${id}/prompts`);
    await page.getByRole("link", { name: "Edit tags" }).click();
    await page.getByRole("button", { name: "Kettle (50)" }).click();
    await page.getByText("50 prompts selected").waitFor();
    assert.ok(
      await page.getByLabel("Select 50 prompts shown").isChecked(),
      "what is selected is what is shown",
    );
    await assertGood(page, "tags");
    await keepPicture(page, "tags-selected");
    await page.getByRole("button", { name: "Add tag" }).click();
    await page.getByText("Kettle added to 50 prompts.").waitFor();
    await page.getByLabel("Select 200 prompts shown").waitFor();
    await page.getByRole("searchbox", { name: "Filter prompts" }).fill("grinder");
    await page.getByLabel("Select 50 prompts shown").check();
    await page.getByLabel("Tag", { exact: true }).last().fill("Coffee");
    await page.getByRole("button", { name: "Add tag" }).click();
    await page.getByText("Coffee added to 50 prompts.").waitFor();
    await page.getByRole("searchbox", { name: "Filter prompts" }).fill("");
    const watches = [{ metric: "appearance_rate", where: { tag: "Coffee" } }];
    await site.call(ada.key, "PUT", `/projects/${id}/watches`, { watches });
    await page.getByRole("button", { name: "Rename a tag" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("combobox", { name: "Tag" }).selectOption("Coffee (50)");
    await dialog.getByRole("textbox", { name: "New name" }).fill("Coffee gear");
    await assertGood(page, "renaming a tag");
    await dialog.getByRole("button", { name: "Rename a tag" }).click();
    await dialog.waitFor({ state: "hidden" });
    await page.getByText("Coffee gear").first().waitFor();
    const { watches: renamed } = await site.call<{
      watches: { where: { tag: string }; idle_because: string | null }[];
    }>(ada.key, "GET", `/projects/${id}/watches`);
    assert.deepEqual(
      renamed.map(({ where, idle_because }) => [where.tag, idle_because]),
      [["Coffee gear", null]],
    );
    await keepPicture(page, "tags-edited");
    await page.getByRole("link", { name: "Done" }).click();
    await page.getByRole("heading", { name: "By tag" }).waitFor();
    await page.getByText("200 prompts in the newest report").waitFor();
    await assertGood(page, "prompts by tag");
    await keepPicture(page, "tags-by-tag");
    await page.getByRole("combobox", { name: "Tag" }).selectOption("Kettle");
    await page.getByText("Only the 50 prompts tagged").waitFor();
    assert.equal(new URL(page.url()).searchParams.get("tag"), "Kettle");
    for (const name of ["Answers", "Competitors", "Sources", "Trends"]) {
      await page.getByRole("link", { name, exact: true }).click();
      await page.getByRole("heading", { level: 1, name }).waitFor();
      await page.getByText("Only the 50 prompts tagged").waitFor();
    }
    await page.getByText(/^Northwind is named in \d+% of 50 answers to 50 prompts/).waitFor();
    // What the editor of tags looks like stays with it.
    await page.locator(".list .tag").first().waitFor();
    const border = await page.evaluate(
      "getComputedStyle(document.querySelector('.list .tag')).borderTopWidth",
    );
    assert.equal(border, "0px");
    await assertGood(page, "trends of a tag");
    await keepPicture(page, "tags-trends");
    assert.deepEqual(complaints, []);
  },
);
