import type { TestContext } from "node:test";
import type { Config, OidcConfig } from "../../src/config.ts";
import { browser } from "../oauth/flow.ts";
import { startApp } from "../start-app.ts";
import type { TestStore } from "../stores.ts";

export const site = "http://site.test";
export const minute = 60_000;

interface Terms {
  passwords?: boolean;
  signUp?: "open" | "closed";
  mail?: { url: string; from: string } | null;
  faults?: "expected";
  proxy?: Config["proxy"];
}

/** A server that people sign in to with this provider, with a clock that is moved by hand. */
export async function world(
  t: TestContext,
  store: TestStore,
  provider: { issuer: string; clientId?: string; clientSecret?: string },
  terms: Partial<OidcConfig> & Terms = {},
) {
  const { passwords = true, signUp = "closed", mail = null, faults, proxy = null, ...more } = terms;
  const clock = { ahead: 0 };
  const oidc: OidcConfig = {
    ...{ clientId: "overheard", clientSecret: "secret", name: "Acme login", domains: ["acme.example"] },
    ...{ roleClaim: null, roles: [], trustEmail: false, scopes: [] },
    ...provider,
    ...more,
  };
  const app = await startApp(t, store, {
    config: { oidc, passwords, signUp, mail, proxy, rateLimitScale: 0 },
    now: () => new Date(Date.now() + clock.ahead),
    ...(faults ? { faults } : {}),
  });
  const tab = () => browser(app.app.door, site);
  type Tab = ReturnType<typeof tab>;
  /** Signs in as a person does; returns where that ends. */
  async function signIn(at: Tab, visit: (location: string) => Promise<string>) {
    const sent = await at.post("/sign-in/provider", [["next", "/account/security"]]);
    if (sent.status !== 303) return sent;
    const back = await visit(sent.location);
    const page = await at.get(back);
    return page.status === 302 ? { ...page, location: page.location } : page;
  }
  const token = async (at: Tab) => {
    const { status, text } = await at.get("/api/auth/token");
    return { status, ...(JSON.parse(text || "{}") as { token?: string; code?: string }) };
  };
  const opens = async (jwt: string) =>
    (await app.send({ method: "GET", path: "/v1/projects", token: jwt })).status;
  return { app, db: app.db, clock, tab, signIn, token, opens };
}

export const redirectUri = `${site}/api/auth/callback/oidc`;
