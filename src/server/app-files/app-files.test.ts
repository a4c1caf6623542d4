import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, type TestContext, test } from "node:test";
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from "node:zlib";
import { testDoor } from "../../../test/http/door.ts";

const folder = mkdtempSync(join(tmpdir(), "overheard-web-"));
after(() => rmSync(folder, { recursive: true }));
const script = `console.log("${"a".repeat(3000)}");\n`;
mkdirSync(join(folder, "built", "assets"), { recursive: true });
const put = (name: string, content: string | Buffer) => writeFileSync(join(folder, "built", name), content);
put("index.html", "<!doctype html><head><!-- api --></head><div id=app></div>");
put("assets/1a2b3c4.js", script);
put("assets/1a2b3c4.js.br", brotliCompressSync(script));
put("assets/face.woff2", Buffer.from("face"));
put("assets/index-1a2b3c4d.js", script);
put("assets/preview.png", Buffer.from("preview"));
put("built-from.txt", "of no concern");

const whole = { after } as unknown as TestContext;
const door = testDoor(whole, { webFolder: join(folder, "built") });
const bare = testDoor(whole, { webFolder: join(folder, "nothing") });
const page = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };
const get = (url: string, headers: Record<string, string> = {}) => door.inject({ url, headers });

test("every page is the shell, which says where the API is and may load files of this site alone", async () => {
  for (const url of ["/", "/projects/anything", "/reports/anything?view=full"]) {
    const { statusCode, body, headers } = await get(url, page);
    assert.equal(statusCode, 200, url);
    assert.match(body, /<meta name="overheard-api" content="https?:\/\/[^"]+\/v1">/);
    assert.equal(headers["cache-control"], "no-cache, no-transform");
    const policy = String(headers["content-security-policy"]).split("; ");
    assert.ok(policy.includes("default-src 'none'") && policy.includes("frame-ancestors 'none'"));
    assert.ok(policy.includes("script-src 'self'") && policy.includes("style-src 'self'"));
    assert.ok(!/unsafe/.test(policy.join()), "nothing in the page itself may run");
  }
});

test("the former address of an organization's page leads to it, with what it asks for", async () => {
  for (const [from, to] of [
    ["/organisation", "/organization"],
    ["/organisation?part=data", "/organization?part=data"],
  ] as const) {
    const { statusCode, headers } = await get(from, page);
    assert.deepEqual([statusCode, headers.location], [303, to]);
  }
  assert.equal((await get("/organization?part=data", page)).statusCode, 200);
});

test("the app of another origin than the API may ask it", async () => {
  const config = {
    baseUrl: "https://api.example",
    siteUrl: "https://app.example",
    corsOrigins: [],
    trustedProxies: 0,
  };
  const apart = testDoor(whole, { webFolder: join(folder, "built"), config });
  const { headers, body } = await apart.inject({ url: "/" });
  assert.match(String(headers["content-security-policy"]), /connect-src 'self' https:\/\/api\.example(;|$)/);
  assert.match(body, /content="https:\/\/api\.example\/v1"/);
});

test("a file whose name holds its hash is kept for ever, others are asked for again", async () => {
  for (const name of ["1a2b3c4.js", "index-1a2b3c4d.js"]) {
    const kept = await get(`/assets/${name}`);
    assert.equal(kept.headers["cache-control"], "public, max-age=31536000, immutable", name);
    assert.equal(kept.headers["content-type"], "text/javascript; charset=utf-8");
  }
  const preview = await get("/assets/preview.png");
  assert.equal(preview.headers["cache-control"], "no-cache");
  const face = await get("/assets/face.woff2");
  assert.equal(face.headers["cache-control"], "no-cache");
  const again = await get("/assets/face.woff2", { "if-none-match": String(face.headers.etag) });
  assert.equal(again.statusCode, 304);
});

test("files go out as they were packed, in the encoding that the browser likes best", async () => {
  const br = await get("/assets/1a2b3c4.js", { "accept-encoding": "gzip, br" });
  assert.equal(br.headers["content-encoding"], "br");
  assert.equal(brotliDecompressSync(br.rawPayload).toString(), script);
  const plain = await get("/assets/1a2b3c4.js");
  assert.equal(plain.headers["content-encoding"], undefined);
  assert.notEqual(plain.headers.etag, br.headers.etag);
  const shell = await get("/", { "accept-encoding": "gzip" });
  assert.match(gunzipSync(shell.rawPayload).toString(), /overheard-api/);
});

test("a path of nobody's is a page with 404 for a browser, and the API's words for a program", async () => {
  const browser = await get("/nowhere/at/all", page);
  assert.equal(browser.statusCode, 404);
  assert.match(String(browser.headers["content-type"]), /^text\/html/);
  assert.equal(browser.headers["cache-control"], "no-store, no-transform");
  const program = await get("/nowhere", { accept: "application/json" });
  assert.equal(program.json().error.code, "NOT_FOUND");
  for (const url of ["/v1/nowhere", "/api/nowhere", "/.well-known/nowhere"])
    assert.equal((await get(url, page)).json().error.code, "NOT_FOUND", url);
});

for (const path of [
  "/assets/nothing-1a2b3c4d.js",
  "/assets/../built-from.txt",
  "/assets/..%2fbuilt-from.txt",
  "/built-from.txt",
])
  test(`${path} is no file of the app`, async () => {
    const { statusCode, body } = await get(path);
    assert.equal(statusCode, 404);
    assert.doesNotMatch(body, /of no concern/);
  });

test("HEAD says what GET says, without the page", async () => {
  const { statusCode, headers, body } = await door.inject({ method: "HEAD", url: "/" });
  assert.deepEqual([statusCode, body], [200, ""]);
  assert.match(String(headers["content-type"]), /^text\/html/);
});

test("where the app is not built a page says so and what to do, and it is found as soon as it is there", async () => {
  const { statusCode, body } = await bare.inject({ url: "/", headers: page });
  assert.equal(statusCode, 503);
  assert.match(body, /not built/);
  assert.match(body, /README says how, under “In production”/);
  mkdirSync(join(folder, "nothing"));
  writeFileSync(join(folder, "nothing", "index.html"), "<!-- api -->");
  assert.equal((await bare.inject({ url: "/", headers: page })).statusCode, 200);
});
