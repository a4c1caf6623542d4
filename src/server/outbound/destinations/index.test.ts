import assert from "node:assert/strict";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo } from "node:net";
import { type TestContext, test } from "node:test";
import { longTest } from "../../../../test/depth.ts";
import { trustedCertificate } from "../../../../test/servers/certificate.ts";
import { createOutside } from "../guard/safe-fetch.ts";
import { createDestinations } from "./index.ts";

const message = {
  ...{ id: "msg_1", type: "report.completed", at: "2026-11-27T09:00:00.000Z", data: { id: "r1" } },
  ...{ title: "Acme: report completed", says: "Acme is named in 50% of 4 answers.", link: null },
  settingsUrl: "https://s.example/organization?part=destinations",
};

const contentsOf = ({ key, cert }: { key: string; cert: string }) => ({
  key: readFileSync(key),
  cert: readFileSync(cert),
});

/** A server on loopback, and what sends messages to it by the name that it is given. */
async function start(
  t: TestContext,
  answer: RequestListener,
  { certificate, isOpen = true }: { certificate?: { key: string; cert: string }; isOpen?: boolean } = {},
) {
  const server = certificate ? createSecureServer(contentsOf(certificate), answer) : createServer(answer);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const outside = createOutside({
    allow: isOpen ? [`hooks.example:${port}`, `other.example:${port}`] : [],
    proxy: null,
    resolve: async () => ["127.0.0.1"],
  });
  const destinations = createDestinations(outside, { sendMail: null, now: () => new Date() });
  return (name: string, kind: "webhook" | "slack" = "webhook") => {
    const address = `${certificate ? "https" : "http"}://${name}:${port}/hook`;
    return destinations.send({ kind, address, secrets: [] }, message);
  };
}

test("a certificate of another name is told as that, and nothing is sent", async (t) => {
  let requests = 0;
  const certificate = trustedCertificate(t, "hooks.example");
  const send = await start(
    t,
    (_, response) => {
      requests += 1;
      response.writeHead(204).end();
    },
    { certificate },
  );
  assert.equal((await send("hooks.example")).fault, null);
  const { fault, status, response } = await send("other.example");
  assert.deepEqual([fault, status, response, requests], ["tls", null, null, 1]);
});

test("a name that leads to this machine when a message is sent is not asked", async (t) => {
  let requests = 0;
  const count: RequestListener = (_, response) => {
    requests += 1;
    response.end();
  };
  const certificate = trustedCertificate(t, "hooks.example");
  const send = await start(t, count, { certificate, isOpen: false });
  assert.equal((await send("hooks.example")).fault, "not_allowed");
  assert.equal(requests, 0);
});

test("a program that says 200 has taken it, whatever becomes of the rest of its answer; a chat tool says the rest", async (t) => {
  const send = await start(t, (_, response) => {
    response.writeHead(200, { "content-length": "50" }).write("received", () => response.destroy());
  });
  const { fault, status, response } = await send("hooks.example");
  assert.deepEqual([fault, status, response], [null, 200, "received"]);
  assert.notEqual((await send("hooks.example", "slack")).fault, null);
});

longTest("an endpoint that says 200 after 40 seconds has not taken it: ten are waited for", async (t) => {
  const send = await start(t, (_, response) => {
    const late = setTimeout(() => response.writeHead(200).end("ok"), 40_000);
    t.after(() => clearTimeout(late));
  });
  const { fault, status, durationMs } = await send("hooks.example");
  assert.deepEqual([fault, status], ["timeout", null]);
  assert.ok(durationMs >= 9_900 && durationMs < 20_000, `${durationMs}`);
});
