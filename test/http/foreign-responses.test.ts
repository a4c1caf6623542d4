import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { type TestContext, test } from "node:test";
import { boundedJsonFetch } from "../../src/server/auth/oidc/bounded-json-fetch.ts";
import { buildEngines } from "../../src/server/engines/index.ts";
import { createLog, type Log } from "../../src/server/kernel/log.ts";
import { createBlogs } from "../../src/server/outbound/cms/index.ts";
import { readJsonDocument } from "../../src/server/outbound/guard/json-document.ts";
import { createOutside } from "../../src/server/outbound/guard/safe-fetch.ts";
import { createReddit } from "../../src/server/outbound/reddit/reddit.ts";
import { freePort } from "../server-process.ts";

const held = "held-Vb83mQx0Lr";
const sent = "sent-Tz61kWp9Yn";
const signal = () => AbortSignal.timeout(20_000);

/** A server that answers anything with a page that quotes what it was sent, and a secret that it should not know. */
async function talkative(
  t: TestContext,
): Promise<{ url: string; outside: ReturnType<typeof createOutside> }> {
  const port = await freePort();
  const server = createServer(async (request, response) => {
    const body = await text(request);
    response.writeHead(418, { "content-type": "text/html; charset=utf-8" });
    response.end(
      `<h1>Teapot</h1>${JSON.stringify(request.headers)}${body}${request.url} ${held} ${"x".repeat(5_000)}`,
    );
  }).listen(port, "127.0.0.1");
  await once(server, "listening");
  const { port: at } = server.address() as AddressInfo;
  const outside = createOutside({ allow: [`127.0.0.1:${at}`] });
  t.after(async () => {
    server.close();
    server.closeAllConnections();
    await outside[Symbol.asyncDispose]();
  });
  return { url: `http://127.0.0.1:${at}`, outside };
}

async function text(request: IncomingMessage): Promise<string> {
  let all = "";
  for await (const chunk of request) all += chunk;
  return all;
}

type At = Awaited<ReturnType<typeof talkative>> & { log: Log };

const question = { prompt: "Hi?", sample: 1, country: "US", language: "en", brands: [] };

const callers: Record<string, (at: At) => Promise<unknown>> = {
  "an assistant": ({ url, log }) => {
    const settings = [{ provider: "chatgpt" as const, apiKey: sent, baseUrl: url, model: null }];
    return buildEngines(settings, { timeoutMs: 10_000, log }).get("chatgpt")!.ask(question, signal());
  },
  "a WordPress": ({ url, log, outside }) =>
    createBlogs(outside, log)
      .open({ kind: "wordpress", siteUrl: url, username: "me", applicationPassword: sent })
      .verify(signal()),
  "a Ghost": ({ url, log, outside }) =>
    createBlogs(outside, log)
      .open({
        kind: "ghost",
        siteUrl: url,
        adminApiKey: `${"a".repeat(24)}:${Buffer.from(sent).toString("hex")}`,
      })
      .verify(signal()),
  Reddit: async ({ url, log }) => {
    const settings = { clientId: "us", clientSecret: sent, authUrl: url, apiUrl: url };
    await using reddit = createReddit(settings, log);
    await reddit.search("kettles", signal());
  },
  "an identity provider": async ({ url, log }) => {
    const body = new URLSearchParams({ grant_type: "refresh_token", refresh_token: sent });
    const response = await boundedJsonFetch(fetch, log)(`${url}/token`, { method: "POST", body });
    throw new Error(`${response.status}`);
  },
};

for (const [who, call] of Object.entries(callers)) {
  test(`what ${who} answered in place of what was asked for is noted, and its beginning at debug alone`, async (t) => {
    const lines: string[] = [];
    const log = createLog("debug", { write: (line) => void lines.push(line) }, [held]);
    await assert.rejects(call({ ...(await talkative(t)), log }));
    const [note, beginning] = ["warn", "debug"].map((level) =>
      lines.map((line) => JSON.parse(line)).find((line) => line.level === level && line.status === 418),
    );
    assert.deepEqual([note.status, note.media_type, note.bytes > 5_000], [418, "text/html", true]);
    assert.match(beginning.foreign, /Teapot/);
    assert.ok(beginning.foreign.length <= 1_400, `${beginning.foreign.length}`);
    for (const line of lines) {
      assert.doesNotMatch(line, /held-|8mQx|sent-T|kWp9/);
      if (JSON.parse(line).level !== "debug") assert.doesNotMatch(line, /Teapot/);
    }
  });
}

test("a document that is none is noted at debug, as anybody can name one", async (t) => {
  const lines: string[] = [];
  const log = createLog("debug", { write: (line) => void lines.push(line) }, [held]);
  const { url, outside } = await talkative(t);
  await assert.rejects(readJsonDocument(outside, `${url}/client`, log));
  const [line, ...others] = lines.map((line) => JSON.parse(line));
  assert.deepEqual([line.level, line.status, others.length], ["debug", 418, 0]);
  assert.match(line.foreign, /Teapot/);
  assert.doesNotMatch(line.foreign, /held-/);
});
