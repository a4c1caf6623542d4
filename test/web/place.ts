import assert from "node:assert/strict";
import { after, before } from "node:test";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { buildWeb } from "../../scripts/web.mjs";
import type { Config } from "../../src/config.ts";
import { noBrowser, startBrowser } from "../browser.ts";
import { siteAt } from "../conformance/reach.ts";
import type { Script } from "../fake-engines.ts";
import { freePort } from "../server-process.ts";
import { startApp, type TestApp } from "../start-app.ts";
import { type Ending, stores } from "../stores.ts";
import { openWindow } from "./page.ts";

/** A server with the app, somebody with an account on it, and a browser; one for a test file. */
export interface Place {
  app: TestApp;
  address: string;
  /** Whose project it is, as the store's functions want it. */
  owner(projectId: string): Promise<{ organizationId: string; projectId: string }>;
  /** The API, as its account. */
  call<T>(method: string, path: string, body?: unknown): Promise<T>;
  /** A window that a link has signed in. */
  signedIn(options?: BrowserContextOptions): Promise<{ page: Page; complaints: string[] }>;
}

export const ada = { email: "ada@acme.example", password: "correct horse battery" };

/** What a test of pages says in its options. */
export const inBrowser = { skip: noBrowser(), timeout: 60_000 };

/** Puts up the place before the tests of a file and takes it down after them; `furnish` fills it. */
export function placeFor(
  options: (end: Ending) => Promise<{ engines?: Script; config?: Partial<Config> }>,
  furnish: (place: Place) => Promise<void> = async () => {},
): () => Place {
  const endings: (() => unknown)[] = [];
  const end: Ending = { after: (end) => void endings.push(end as () => unknown) };
  let place: Place;
  let browser: Browser | undefined;
  before(async () => {
    if (inBrowser.skip) return;
    assert.ok(buildWeb(), "the web app builds");
    const port = await freePort();
    const { engines, config } = await options(end);
    const app = await startApp(end, stores[0]!, {
      config: { ...siteAt(port), ...config },
      ...(engines ? { engines } : {}),
    });
    const address = await app.app.door.listen({ host: "127.0.0.1", port });
    const opened = await startBrowser();
    browser = opened;
    await app.app.operator.createUser(ada);
    const key = await app.app.operator.createKey({ email: ada.email, name: null });
    place = {
      ...{ app, address },
      async owner(projectId) {
        const found = app.db.selectFrom("projects").select("user_id").where("id", "=", projectId);
        return { organizationId: (await found.executeTakeFirstOrThrow()).user_id, projectId };
      },
      async call<T>(method: string, path: string, body?: unknown): Promise<T> {
        const response = await fetch(`${address}/v1${path}`, {
          method,
          headers: { authorization: `Bearer ${key}`, "content-type": "application/json", prefer: "wait=10" },
          ...(body ? { body: JSON.stringify(body) } : {}),
        });
        const said = (await response.json()) as { data: T; error?: unknown };
        assert.equal(said.error, undefined, JSON.stringify(said.error));
        return said.data;
      },
      async signedIn(options = {}) {
        const window = await openWindow(opened, options);
        await window.page.goto((await app.app.onceAddress(ada.email)) ?? "");
        await window.page.getByRole("heading", { name: "Projects" }).waitFor();
        return window;
      },
    };
    await furnish(place);
  });
  after(async () => {
    if (inBrowser.skip) return;
    await browser?.close();
    for (const end of endings) await end();
  });
  return () => place;
}

/** Ends the session in another tab; a token is believed for a second after it was last looked up. */
export async function endSession(page: Page, address: string): Promise<void> {
  const other = await page.context().newPage();
  await other.setViewportSize({ width: 1440, height: 900 });
  await other.goto(address);
  await other.getByRole("button", { name: "Sign out" }).click();
  await other.getByRole("link", { name: "Sign in" }).waitFor();
  await other.close();
  await page.waitForTimeout(1_100);
}

/** Signs in in the dialog that stands over a page. */
export async function signInAgain(page: Page): Promise<void> {
  const again = page.getByRole("dialog", { name: "Sign in again" });
  await again.getByLabel("Email").fill(ada.email);
  await again.getByLabel("Password").fill(ada.password);
  await again.getByRole("button", { name: "Sign in", exact: true }).click();
  await again.waitFor({ state: "detached" });
}
