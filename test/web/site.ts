import assert from "node:assert/strict";
import { after, before } from "node:test";
import type { Browser, BrowserContextOptions } from "playwright-core";
import { buildWeb } from "../../scripts/web.mjs";
import { noBrowser, startBrowser } from "../browser.ts";
import { siteAt } from "../conformance/reach.ts";
import { freePort } from "../server-process.ts";
import { type AppOptions, startApp, type TestApp } from "../start-app.ts";
import { stores } from "../stores.ts";
import { openWindow } from "./page.ts";

/** Somebody with an account, and with a key for what a test prepares. */
export interface Someone {
  email: string;
  password: string;
  key: string;
}

/** The server with the app in it, and a browser, for the tests of one file. */
export interface Site {
  readonly skip: string | false;
  readonly app: TestApp;
  readonly browser: Browser;
  readonly address: string;
  someone(name: string): Promise<Someone>;
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

/** Starts both before the first test of a file, does what all of its tests need, and ends them after the last. */
export function siteForTests(options: AppOptions, prepare: (site: Site) => Promise<void>): Site {
  const skip = noBrowser();
  const endings: (() => unknown)[] = [];
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
    started.app = await startApp({ after: (end) => void endings.push(end as () => unknown) }, stores[0]!, {
      ...options,
      config: { ...siteAt(port), ...options.config },
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
    skip,
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
    async call<T>(credential: string, method: string, path: string, body?: unknown) {
      const response = await fetch(`${here("address")}/v1${path}`, {
        method,
        headers: { authorization: `Bearer ${credential}`, "content-type": "application/json" },
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
