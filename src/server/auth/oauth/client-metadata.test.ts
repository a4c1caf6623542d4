import assert from "node:assert/strict";
import { test } from "node:test";
import { isDocumentAddress } from "./client-document.ts";
import { ClientMetadataError, clientMetadataOf } from "./client-metadata.ts";

const redirects = (...redirect_uris: unknown[]) => clientMetadataOf({ redirect_uris });

for (const address of [
  "https://claude.ai/api/mcp/auth_callback",
  "https://chatgpt.com/connector_platform_oauth_redirect",
  "http://127.0.0.1:33418/",
  "http://localhost:6276/oauth/callback",
  "http://[::1]:1/x",
  "cursor://anysphere.cursor-mcp/oauth/callback",
  "vscode://vscode.github-authentication/did-authenticate",
  "com.example.app:/oauth",
])
  test(`a client may be answered at ${address}`, () => {
    assert.deepEqual(redirects(address).redirectUris, [address]);
  });

for (const address of [
  ...[
    "javascript:alert(1)",
    "data:text/html,x",
    "vbscript:x",
    "file:///etc/passwd",
    "blob:https://a.example/x",
  ],
  ...["http://evil.example/", "http://127.0.0.1.evil.example/", "http://localhost.evil.example/"],
  ...[
    "https://localhost/",
    "https://127.0.0.1/",
    "https://a@b.example/",
    "https://a.example/#x",
    "https://a.example/#",
  ],
  ...["https://a.example/\\b", "https://a.example/ x", "https://a.example/\n", "/relative", "", 7, null],
  ...["mailto:a@b.example", "intent://x", `https://a.example/${"x".repeat(500)}`],
  ...[
    "ms-msdt:/id",
    "shell:startup",
    "search-ms:query=x",
    "ms-settings:",
    "ms-officecmd:x",
    "ssh://a.example",
  ],
  ...["com-example:/x", "app://x", "x-apple.systempreferences:x", "microsoft.windows.camera:x"],
  ...["com.apple.tv:x", ".com.example:/x", "1.example.com:/x", "web+x://a"],
])
  test(`a client may not be answered at ${JSON.stringify(address).slice(0, 40)}`, () => {
    assert.throws(() => redirects(address), ClientMetadataError);
    assert.throws(() => redirects("https://a.example/", address), ClientMetadataError);
  });

test("an address that cannot be used refuses the registration, which names it without its words", () => {
  assert.throws(
    () => redirects("http://127.0.0.1/cb", "unknownapp://hostile", "https://a.example/", "file:///x"),
    {
      code: "invalid_redirect_uri",
      message:
        /^redirect_uris\[1\], redirect_uris\[3\] cannot be used, so nothing is registered\. (?!.*hostile)/,
    },
  );
});

test("of addresses a client has 20 at most", () => {
  const twenty = Array.from({ length: 20 }, (_, n) => `https://a.example/${n}`);
  assert.equal(redirects(...twenty).redirectUris.length, 20);
  assert.throws(() => redirects(...twenty, "https://a.example/20"), ClientMetadataError);
});

test("all that is kept of a client fits into 12 KB, whatever it says", () => {
  const long = "x".repeat(100_000);
  const kept = clientMetadataOf({
    client_name: "😀".repeat(10_000),
    client_uri: `https://a.example/${long}`,
    logo_uri: `https://a.example/${long}`,
    contacts: [long],
    redirect_uris: Array.from({ length: 20 }, (_, n) => `https://a.example/${n}`.padEnd(512, "x")),
    software_statement: long,
    [long]: long,
  });
  assert.ok(JSON.stringify(kept).length < 12 * 1024);
});

test("a client is public and uses codes, whatever else it asks for", () => {
  const given = { redirect_uris: ["https://a.example/"], client_secret: "x", scope: "admin" };
  assert.deepEqual(clientMetadataOf({ ...given, token_endpoint_auth_method: "client_secret_post" }), {
    ...{ name: null, uri: null, redirectUris: ["https://a.example/"], applicationType: "web" },
  });
  for (const wrong of [{ grant_types: ["client_credentials"] }, { response_types: ["token"] }])
    assert.throws(() => clientMetadataOf({ ...given, ...wrong }), ClientMetadataError);
  for (const nothing of [null, [], "x", 7, {}])
    assert.throws(() => clientMetadataOf(nothing), ClientMetadataError);
});

test("a name is shown without what cannot be seen or turns the text around it, and not at any length", () => {
  const name = (client_name: unknown) =>
    clientMetadataOf({ redirect_uris: ["https://a.example/"], client_name }).name;
  assert.equal(name("  Cla\u202eude\u0000\u200b "), "Claude");
  assert.equal(name("\u200b\u2066"), null);
  assert.equal([...name("😀".repeat(200))!].length, 100);
  assert.equal(name({ toString: "x" }), null);
});

for (const [address, is] of [
  ["https://a.example/client.json", true],
  ["https://a.example:8443/client", true],
  ["https://a.example/", false],
  ["https://a.example/x?y=1", false],
  ["https://a.example/x#y", false],
  ["https://a.example/x/../y", false],
  ["https://A.example/x", false],
  ["https://u@a.example/x", false],
  ["http://a.example/x", false],
  ["a.example/x", false],
] as const)
  test(`${address} ${is ? "may" : "cannot"} be a document that describes a client`, () => {
    assert.equal(isDocumentAddress(address), is);
  });
