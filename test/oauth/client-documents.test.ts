import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, test } from "node:test";
import { onAnyStore } from "../start-app.ts";
import { allow, authorizeAddress, browser, pkce, redirectUri, signIn, site, tokenRequest } from "./flow.ts";
import { person } from "./person.ts";

/** A stranger's pages by their path; `self` is its address. */
const pages: Record<
  string,
  (self: string) => { status?: number; type?: string; body: string; location?: string }
> = {
  "/good": (self) => ({
    body: JSON.stringify({ client_id: self, client_name: "Paper", redirect_uris: [redirectUri] }),
  }),
  "/other": () => ({
    body: JSON.stringify({ client_id: "https://a.example/x", redirect_uris: [redirectUri] }),
  }),
  "/silent": () => ({ body: JSON.stringify({ redirect_uris: [redirectUri] }) }),
  "/script": (self) => ({
    body: JSON.stringify({ client_id: self, redirect_uris: ["javascript:alert(1)"] }),
  }),
  "/no-redirects": (self) => ({ body: JSON.stringify({ client_id: self }) }),
  "/page": () => ({ type: "text/html", body: "<h1>Hello</h1>" }),
  "/broken": () => ({ body: "{" }),
  "/missing": () => ({ status: 404, body: "{}" }),
  "/huge": (self) => ({ body: JSON.stringify({ client_id: self, x: "x".repeat(5_000_000) }) }),
  "/moved": (self) => ({ status: 302, location: self.replace("moved", "good"), body: "" }),
};

let asked: string[] = [];
const stranger = createServer((request, response) => {
  const path = request.url ?? "";
  asked.push(path);
  const page = pages[path]?.(`http://${request.headers.host}${path}`);
  if (!page) return;
  const { status = 200, type = "application/json", body, location } = page;
  response.writeHead(status, { "content-type": type, ...(location ? { location } : {}) }).end(body);
});
let host = "";

before(async () => {
  await new Promise<void>((resolve) => stranger.listen(0, "127.0.0.1", resolve));
  host = `127.0.0.1:${(stranger.address() as AddressInfo).port}`;
});
after(() => {
  stranger.closeAllConnections();
  stranger.close();
});

onAnyStore(
  () => ({ config: { baseUrl: site, siteUrl: site, corsOrigins: [site], outboundAllow: [host] } }),
  (app) => {
    const door = () => app().app.door;
    const leadsTo = async (clientId: string) => {
      const { location } = await browser(door()).get(authorizeAddress(clientId, pkce().challenge));
      return new URL(location).pathname;
    };

    test("a client is known by the document that it names, and read again only after a while", async () => {
      asked = [];
      const clientId = `http://${host}/good`;
      const tab = browser(door());
      const { verifier, challenge } = pkce();
      const page = await signIn(tab, authorizeAddress(clientId, challenge), await person(app()));
      assert.match(page.text, /Paper/);
      const code = (await allow(tab, page)).searchParams.get("code") ?? "";
      const tokens = await tokenRequest(door(), {
        ...{ grant_type: "authorization_code", code, code_verifier: verifier, client_id: clientId },
        redirect_uri: redirectUri,
      });
      assert.equal(tokens.status, 200, JSON.stringify(tokens));
      assert.deepEqual(asked, ["/good"]);
    });

    for (const path of [...Object.keys(pages).filter((path) => path !== "/good"), "/never-answers"]) {
      test(`a document that is no good makes no client: ${path}`, async () => {
        asked = [];
        assert.equal(await leadsTo(`http://${host}${path}`), "/connect/error");
        assert.deepEqual([...new Set(asked)], [path]);
      });
    }

    test("a document on a private address, or of another shape than an address may have, is never fetched", async () => {
      asked = [];
      const port = host.split(":")[1];
      for (const clientId of [
        `https://127.0.0.1:${port}/good`,
        `http://localhost:${port}/good`,
        `http://127.1:${port}/good`,
        `http://2130706433:${port}/good`,
        `http://[::1]:${port}/good`,
        `http://[::ffff:127.0.0.1]:${port}/good`,
        `http://a@${host}/good`,
        `http://${host}/good#x`,
        `http://${host}/good?x=1`,
        `http://${host}/x/../good`,
        `http://${host}`,
        "https://169.254.169.254/latest/meta-data",
        "https://10.0.0.1/client",
        "https://[fd00::1]/client",
        "https://localhost/client",
        "file:///etc/passwd",
        "ftp://example.com/x",
      ]) {
        assert.equal(await leadsTo(clientId), "/connect/error", clientId);
      }
      assert.deepEqual(asked, []);
    });
  },
);
