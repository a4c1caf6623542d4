import assert from "node:assert/strict";
import dns from "node:dns";
import { readFileSync } from "node:fs";
import { request as requestPlain } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { type TestContext, test } from "node:test";
import { OAuth2Server } from "oauth2-mock-server";
import { createLog } from "../../src/server/kernel/log.ts";
import { openWayOut } from "../../src/server/outbound/proxy/way-out.ts";
import { createReddit } from "../../src/server/outbound/reddit/reddit.ts";
import { site, world } from "../accounts/oidc-world.ts";
import { startCanary } from "../fixtures/canary.ts";
import { startConnectProxy } from "../fixtures/connect-proxy.ts";
import { startApp } from "../start-app.ts";
import { anyStore, type TestStore } from "../stores.ts";
import { redditKey, startReddit } from "../vendors/reddit.ts";
import { trustedCertificate } from "./certificate.ts";

const [store] = anyStore as [TestStore];
const domain = "acme.example.com";

/**
 * A network with one way out: a proxy leads to the real servers, and every name leads to a canary where it is resolved here.
 * `serve` says which server is behind a name.
 */
async function network(t: TestContext) {
  const [proxy, canary] = [await startConnectProxy(t), await startCanary(t)];
  const certificate = trustedCertificate(t, `*.${domain}`);
  const { lookup } = dns;
  t.mock.method(dns, "lookup", ((name: string, options: object, done: (...found: unknown[]) => void) =>
    name.endsWith(domain) ? lookup("127.0.0.1", options, done) : lookup(name, options, done)) as never);
  const at = (name: string) => `${name}.${domain}:${canary.port}`;
  // What goes out directly is seen.
  await assert.rejects(fetch(`https://${at("anything")}/`));
  assert.equal(canary.hits(), 1);
  return {
    proxy: { url: proxy.url, except: [], resolves: false },
    certificate,
    at,
    leads: (name: string, port: number) => proxy.leads.set(at(name), `127.0.0.1:${port}`),
    /** The names that went through the proxy; nothing went out directly. */
    passed: () => {
      assert.equal(canary.hits(), 1);
      return [...new Set(proxy.asked.map(({ target }) => target.split(".")[0]))].sort();
    },
  };
}

type Network = Awaited<ReturnType<typeof network>>;

async function provider(t: TestContext, { certificate, at, leads }: Network, ...names: string[]) {
  const server = new OAuth2Server(certificate.key, certificate.cert);
  await server.issuer.keys.generate("RS256");
  await server.start(0, "127.0.0.1");
  t.after(() => server.stop());
  server.issuer.url = `https://${at("login")}`;
  for (const name of ["login", ...names]) leads(name, server.address().port);
  return server;
}

const person = { sub: "ann", email: "ann@acme.example", email_verified: true, name: "Ann" };

test("an identity provider's discovery, tokens, keys and userinfo are each reached through the proxy", {
  skip: store.skip,
  timeout: 60_000,
}, async (t) => {
  const net = await network(t);
  const { service, issuer } = await provider(t, net, "token", "keys", "userinfo");
  service.on("beforeWellKnownOpenIdConfiguration", ({ body }) =>
    Object.assign(body, {
      token_endpoint: `https://${net.at("token")}/token`,
      jwks_uri: `https://${net.at("keys")}/jwks`,
      userinfo_endpoint: `https://${net.at("userinfo")}/userinfo`,
    }),
  );
  service.on("beforeTokenSigning", ({ payload }) => Object.assign(payload, { sub: person.sub }));
  service.on("beforeUserinfo", (response) => Object.assign(response, { body: person }));
  const { tab, signIn } = await world(t, store, { issuer: issuer.url! }, { proxy: net.proxy });
  const visit = async (location: string) => {
    await using way = await openWayOut({ proxy: net.proxy, outboundAllow: [] });
    return (await way.fetch(location, { redirect: "manual" })).headers.get("location") ?? "";
  };
  const page = await signIn(tab(), visit);
  assert.equal(page.location, `${site}/account/security`, page.text);
  assert.deepEqual(net.passed(), ["keys", "login", "token", "userinfo"]);
});

test("the keys of a provider that takes the place of the accounts are read through the proxy", {
  skip: store.skip,
  timeout: 60_000,
}, async (t) => {
  const net = await network(t);
  const { issuer } = await provider(t, net, "keys");
  const jwt = { issuer: issuer.url!, audience: "overheard", jwksUrl: `https://${net.at("keys")}/jwks` };
  const app = await startApp(t, store, { config: { jwt, proxy: net.proxy } });
  const token = await issuer.buildToken({
    scopesOrTransform: (_header, payload) => Object.assign(payload, { ...person, aud: jwt.audience }),
  });
  assert.equal((await app.send({ method: "GET", path: "/v1/projects", token })).status, 200);
  assert.deepEqual(net.passed(), ["keys"]);
});

test("Reddit's tokens and threads are each asked for through the proxy", {
  skip: store.skip,
  timeout: 60_000,
}, async (t) => {
  const net = await network(t);
  await using fake = await startReddit([{ id: "a1", title: "Which kettle?" }]);
  const { key, cert } = net.certificate;
  const server = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (request, response) => {
    const { method, headers } = request;
    const onward = requestPlain(fake.url + request.url, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(response);
    });
    request.pipe(onward);
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  t.after(() => server.close());
  for (const name of ["token", "threads"]) net.leads(name, (server.address() as AddressInfo).port);
  await using way = await openWayOut({ proxy: net.proxy, outboundAllow: [] });
  await using reddit = createReddit(
    {
      ...redditKey,
      ...{ authUrl: `https://${net.at("token")}`, apiUrl: `https://${net.at("threads")}` },
      connect: way.connect,
    },
    createLog("silent"),
  );
  const found = await reddit.threads(["a1"], AbortSignal.timeout(10_000));
  assert.equal(found.length, 1);
  assert.deepEqual(net.passed(), ["threads", "token"]);
});
