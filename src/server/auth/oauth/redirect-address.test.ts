import assert from "node:assert/strict";
import { test } from "node:test";
import { isRedirect } from "./redirect-address.ts";

const allowed = [
  "https://app.example/callback",
  "http://127.0.0.1:8080/",
  "http://localhost/",
  ...[
    "cursor://back",
    "warp://mcp/oauth2callback",
    "kiro://kiro.oauth/callback",
    "vscodium://back",
    "zed://oauth",
  ],
  ...["com.example.app:/callback", "dev.warp.Warp-Stable:/callback"],
];
const refused = [
  "https://localhost/",
  "https://localhost./",
  "https://foo.localhost./",
  "https://127.0.0.1/",
  "http://app.example/",
  "https://user@app.example/",
  "com.apple.mail://",
  ...[
    "javascript:alert(1)",
    "data:text/html,x",
    "file:///x",
    "vbscript:x",
    "blob:https://a.example/x",
    "about:blank",
  ],
  ...["ms-settings://x", "search-ms:query", "mailto:a@b.example", "unknownapp://back", "ftp://a.example/"],
];

test("codes are sent over https to another host, or to this computer without it, with or without a dot at the end", () => {
  for (const address of allowed) assert.ok(isRedirect(address), address);
  for (const address of refused) assert.ok(!isRedirect(address), address);
});
