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

type Options = AppOptions | ((end: Ending) => Promise<AppOptions>);

/**
 * Starts both before the first test of a file, does what all of its tests need, and ends them after the last. Options that rest
 * on something that is started too are made by a function.
 */
export function siteForTests(options: Options, prepare: (site: Site) => Promise<void>): Site {
  const { skip } = inBrowser;
  const endings: (() => unknown)[] = [];
  let opened: Site | undefined;
  const here = () => {
    assert.ok(opened, "the site is started by the file's first test");
    return opened;
  };
  before(async () => {
    if (skip) return;
    opened = await openSite(options, { after: (end) => void endings.push(end as () => unknown) });
    await prepare(opened);
  });
  after(async () => {
    for (const end of endings) await end();
  });
  return {
    get app() {
      return here().app;
    },
    get browser() {
      return here().browser;
    },
    get address() {
      return here().address;
    },
    someone: (name) => here().someone(name),
    owner: (projectId) => here().owner(projectId),
    call: (...given) => here().call(...given),
    token: (someone) => here().token(someone),
    signedIn: (...given) => here().signedIn(...given),
  };
}

/** Starts the server with the app in it and a browser, until `end`. */
export async function openSite(options: Options, end: Ending): Promise<Site> {
  assert.ok(buildWeb(), "the web app builds");
  const port = await freePort();
  const given = typeof options === "function" ? await options(end) : options;
  const browser = await startBrowser();
  end.after(() => browser.close());
  const app = await startApp(end, stores[0]!, { ...given, config: { ...siteAt(port), ...given.config } });
  const address = await app.app.door.listen({ host: "127.0.0.1", port });
  return {
    ...{ app, browser, address },
    async someone(name) {
      const account = { email: `${name}@acme.example`, password: "correct horse battery" };
      await app.app.operator.createUser(account);
      const key = await app.app.operator.createKey({
        email: account.email,
        name: "prepares a test",
        organization: null,
      });
      return { ...account, key };
    },
    async owner(projectId) {
      const found = app.db.selectFrom("projects").select("user_id").where("id", "=", projectId);
      return { organizationId: (await found.executeTakeFirstOrThrow()).user_id, projectId };
    },
    async call<T>(credential: string, method: string, path: string, body?: unknown) {
      const response = await fetch(`${address}/v1${path}`, {
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
    token: ({ email }) => app.app.operator.issueToken({ email }),
    async signedIn({ email }, options = {}) {
      // A colour on its way to another is no colour of the page.
      const window = await openWindow(browser, { reducedMotion: "reduce", ...options });
      await window.page.goto((await app.app.onceAddress(email)) ?? "");
      await window.page.getByRole("heading", { level: 1 }).waitFor();
      return window;
    },
  };
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
