import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { after, before, test } from "node:test";
import { Client, StreamableHTTPClientTransport, UnauthorizedError } from "@modelcontextprotocol/client";
import type { Browser, Page } from "playwright-core";
import { noBrowser, startBrowser } from "../browser.ts";
import { siteAt } from "../conformance/reach.ts";
import { always } from "../fake-engines.ts";
import { freePort } from "../server-process.ts";
import { startApp, type TestApp } from "../start-app.ts";
import { anyStore } from "../stores.ts";
import { memory } from "./memory.ts";
import { person } from "./person.ts";

const skip = noBrowser();
const endings: (() => unknown)[] = [];
const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

let app: TestApp;
let address: string;
let chromium: Browser;

/** The client's own page, to which its user's browser comes back. */
const answered: ((url: URL) => void)[] = [];
const clientPage = createServer((request, response) => {
  response.setHeader("content-type", "text/html");
  response.end("<title>Back</title><p>You may close this window.</p>");
  const url = new URL(request.url ?? "/", "http://127.0.0.1");
  if (url.pathname === "/callback") answered.shift()?.(url);
});
let redirectUri: string;

before(async () => {
  if (skip) return;
  const port = await freePort();
  app = await startApp({ after: (end) => void endings.push(end as () => unknown) }, anyStore[0]!, {
    config: siteAt(port),
    engines: { chatgpt: always("Acme is the usual pick.") },
  });
  address = await app.app.door.listen({ host: "127.0.0.1", port });
  await new Promise<void>((resolve) => clientPage.listen(0, "127.0.0.1", resolve));
  redirectUri = `http://127.0.0.1:${(clientPage.address() as AddressInfo).port}/callback`;
  chromium = await startBrowser();
});
after(async () => {
  if (skip) return;
  await chromium.close();
  clientPage.closeAllConnections();
  await new Promise((resolve) => clientPage.close(resolve));
  for (const end of endings) await end();
});

/** A client that has been told to ask its user, and the address to open for it. */
async function asking() {
  const provider = memory(redirectUri, "visibility:read offline_access");
  const transport = new StreamableHTTPClientTransport(new URL(`${address}/mcp`), { authProvider: provider });
  const client = new Client({ name: "foreign", version: "1.0.0" }, { versionNegotiation: { mode: "auto" } });
  await assert.rejects(client.connect(transport), UnauthorizedError);
  return { provider, transport, open: provider.authorization!.href };
}

/** A window in which nothing may be reported as blocked or broken. */
async function openWindow(complaints: string[]): Promise<Page> {
  const page = await (await chromium.newContext()).newPage();
  page.on("console", (message) => {
    if (message.type() === "error" && !/favicon/.test(message.location().url))
      complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  return page;
}

async function assertAccessible(page: Page): Promise<void> {
  // The page's policy lets no script in, as it should; the checker is put in from outside.
  await page.evaluate(readFileSync(axe, "utf8"));
  const found = await page.evaluate("axe.run().then(({ violations }) => violations.map(({ id }) => id))");
  assert.deepEqual(found, []);
}

test("somebody lets an assistant in with a browser; it lists, runs, reads, and ends its connection", {
  skip,
  timeout: 180_000,
}, async () => {
  const account = await person(app);
  const complaints: string[] = [];
  const { provider, transport, open } = await asking();
  const page = await openWindow(complaints);
  await page.goto(open);
  await assertAccessible(page);
  await page.getByLabel("Email").fill(account.email);
  await page.getByLabel("Password").fill(account.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();

  await page.getByRole("heading", { name: /Connect .*Foreign client/ }).waitFor();
  await assertAccessible(page);
  assert.ok(await page.getByLabel("Read your projects").isChecked());
  assert.ok(!(await page.getByLabel("Run analyses").isChecked()), "what was not asked for is not allowed");
  await page.getByLabel("Run analyses").check();
  await page.getByLabel("Create and change projects").check();
  if (process.env.SCREENSHOT) await page.screenshot({ path: process.env.SCREENSHOT, fullPage: true });
  const callback = new Promise<URL>((resolve) => answered.push(resolve));
  await page.getByRole("button", { name: "Allow" }).click();
  const { searchParams } = await callback;
  assert.equal(searchParams.get("iss"), address);
  await page.getByText("You may close this window.").waitFor();
  assert.deepEqual(complaints, []);

  await transport.finishAuth(searchParams);
  const client = new Client({ name: "foreign", version: "1.0.0" }, { versionNegotiation: { mode: "auto" } });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${address}/mcp`), { authProvider: provider }),
  );
  const call = async (name: string, fields = {}) => {
    const { structuredContent, isError, content } = await client.callTool({ name, arguments: fields });
    assert.ok(!isError, JSON.stringify(content));
    // biome-ignore lint/suspicious/noExplicitAny: each tool answers something else
    return (structuredContent as any).result;
  };
  assert.deepEqual(await call("list_projects"), []);
  const { id: projectId } = await call("create_project", {
    name: "A",
    brand: "Acme",
    prompts: ["best crm?"],
  });
  const { id: reportId } = await call("run_project_analysis", { projectId });
  await app.settle();
  assert.equal((await call("get_report", { reportId })).metrics.appearance_rate, 1);

  const [token, client_id] = provider.revocable();
  const body = new URLSearchParams({ token, client_id });
  assert.equal((await fetch(`${address}/oauth2/revoke`, { method: "POST", body })).status, 200);
  await assert.rejects(client.callTool({ name: "list_projects", arguments: {} }));
  await client.close();
});

test("a consent page in somebody else's frame stays empty", { skip, timeout: 120_000 }, async () => {
  const { open } = await asking();
  const page = await (await chromium.newContext()).newPage();
  await page.goto(redirectUri.replace("/callback", "/"));
  await page.evaluate(`new Promise((resolve) => {
    const frame = document.createElement("iframe");
    frame.src = ${JSON.stringify(open)};
    frame.addEventListener("load", resolve);
    document.body.append(frame);
  })`);
  const [, frame] = page.frames();
  assert.equal(await frame!.evaluate("document.querySelectorAll('form').length").catch(() => 0), 0);
});

test("by the keyboard alone, the email comes first and a ring shows where one is", {
  skip,
  timeout: 120_000,
}, async () => {
  const { open } = await asking();
  for (const colorScheme of ["light", "dark"] as const) {
    const page = await (await chromium.newContext({ colorScheme })).newPage();
    await page.goto(open);
    assert.equal(await page.evaluate("document.activeElement.name"), "email");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    const ring = "getComputedStyle(document.activeElement).outlineWidth";
    assert.equal(await page.evaluate("document.activeElement.textContent"), "Sign in");
    assert.equal(await page.evaluate(ring), "2px");
    await assertAccessible(page);
  }
});

test("the field for a password hides it, and takes what is pasted or filled in", { skip }, async () => {
  const { open } = await asking();
  const page = await (await chromium.newContext()).newPage();
  await page.goto(open);
  const field = await page.evaluate(`(() => {
    const { type, autocomplete, readOnly } = document.querySelector("[name=password]");
    const paste = new ClipboardEvent("paste", { bubbles: true, cancelable: true });
    return { type, autocomplete, readOnly, pastes: document.querySelector("[name=password]").dispatchEvent(paste) };
  })()`);
  assert.deepEqual(field, {
    ...{ type: "password", autocomplete: "current-password", readOnly: false, pastes: true },
  });
});

test("a wrong password is said on the page, and the way on stays open", {
  skip,
  timeout: 120_000,
}, async () => {
  const account = await person(app);
  const { open } = await asking();
  const page = await (await chromium.newContext()).newPage();
  await page.goto(open);
  for (const password of ["not it", account.password]) {
    await page.getByLabel("Email").fill(account.email);
    await page.getByLabel("Password").fill(password);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    if (password === "not it") await page.getByText("Incorrect email or password.").waitFor();
  }
  await page.getByRole("button", { name: "Deny" }).waitFor();
  const callback = new Promise<URL>((resolve) => answered.push(resolve));
  await page.getByRole("button", { name: "Deny" }).click();
  assert.equal((await callback).searchParams.get("error"), "access_denied");
});
