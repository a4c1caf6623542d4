import assert from "node:assert/strict";
import { after, before } from "node:test";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { buildWeb } from "../../scripts/web.mjs";
import { noBrowser, startBrowser } from "../browser.ts";
import { siteAt } from "../conformance/reach.ts";
import { freePort } from "../server-process.ts";
import { type AppOptions, startApp, type TestApp } from "../start-app.ts";
import { type Ending, stores } from "../stores.ts";
import { openWindow } from "./page.ts";

/** Somebody with an account, and with a key for what a test prepares. */
export interface Someone {
  email: string;
  password: string;
  key: string;
}

/** What a test of pages says in its options. */
export const inBrowser = { skip: noBrowser(), timeout: 60_000 };

/** The server with the app in it, and a browser, for the tests of one file. */
export interface Site {
  readonly app: TestApp;
  readonly browser: Browser;
  readonly address: string;
  someone(name: string): Promise<Someone>;
  /** Whose project it is, as the store's functions want it. */
  owner(projectId: string): Promise<{ organizationId: string; projectId: string }>;
  /** What the API answers; a credential of somebody, a key or a session JWT. */
  call<T>(credential: string, method: string, path: string, body?: unknown): Promise<T>;
  /** A session JWT, for what a key may not do. */
  token(someone: Someone): Promise<string>;
  /** A window in which somebody is signed in. */
  signedIn(
    someone: Someone,
    options?: BrowserContextOptions,
  ): Promise<Awaited<ReturnType<typeof openWindow>>>;
}

/**
 * Starts both before the first test of a file, does what all of its tests need, and ends them after the last. Options that rest
 * on something that is started too are made by a function.
 */
export function siteForTests(
  options: AppOptions | ((end: Ending) => Promise<AppOptions>),
  prepare: (site: Site) => Promise<void>,
): Site {
  const { skip } = inBrowser;
  const endings: (() => unknown)[] = [];
  const end: Ending = { after: (end) => void endings.push(end as () => unknown) };
  const started: Partial<{ app: TestApp; browser: Browser; address: string }> = {};
  const here = <K extends keyof typeof started>(what: K) => {
    const found = started[what];
    assert.ok(found, "the site is started by the file's first test");
    return found as NonNullable<(typeof started)[K]>;
  };

  before(async () => {
    if (skip) return;
    assert.ok(buildWeb(), "the web app builds");
    const port = await freePort();
    const given = typeof options === "function" ? await options(end) : options;
    started.app = await startApp(end, stores[0]!, {
      ...given,
      config: { ...siteAt(port), ...given.config },
    });
    started.address = await started.app.app.door.listen({ host: "127.0.0.1", port });
    started.browser = await startBrowser();
    await prepare(site);
  });
  after(async () => {
    if (skip) return;
    await started.browser?.close();
    for (const end of endings) await end();
  });

  const site: Site = {
    get app() {
      return here("app");
    },
    get browser() {
      return here("browser");
    },
    get address() {
      return here("address");
    },
    async someone(name) {
      const { operator } = here("app").app;
      const account = { email: `${name}@acme.example`, password: "correct horse battery" };
      await operator.createUser(account);
      return { ...account, key: await operator.createKey({ email: account.email, name: "prepares a test" }) };
    },
    async owner(projectId) {
      const found = here("app").db.selectFrom("projects").select("user_id").where("id", "=", projectId);
      return { organizationId: (await found.executeTakeFirstOrThrow()).user_id, projectId };
    },
    async call<T>(credential: string, method: string, path: string, body?: unknown) {
      const response = await fetch(`${here("address")}/v1${path}`, {
        method,
        headers: {
          authorization: `Bearer ${credential}`,
          "content-type": "application/json",
          prefer: "wait=10",
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const said = (await response.json()) as { data: T; error?: unknown };
      assert.equal(said.error, undefined, JSON.stringify(said.error));
      return said.data;
    },
    token: ({ email }) => here("app").app.operator.issueToken({ email }),
    async signedIn({ email }, options = {}) {
      // A colour on its way to another is no colour of the page.
      const window = await openWindow(here("browser"), { reducedMotion: "reduce", ...options });
      await window.page.goto((await here("app").app.onceAddress(email)) ?? "");
      await window.page.getByRole("heading", { level: 1 }).waitFor();
      return window;
    },
  };
  return site;
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
export async function signInAgain(page: Page, { email, password }: Someone): Promise<void> {
  const again = page.getByRole("dialog", { name: "Sign in again" });
  await again.getByLabel("Email").fill(email);
  await again.getByLabel("Password").fill(password);
  await again.getByRole("button", { name: "Sign in", exact: true }).click();
  await again.waitFor({ state: "detached" });
}
