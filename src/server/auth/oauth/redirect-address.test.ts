import assert from "node:assert/strict";
import { test } from "node:test";
import { isRedirect } from "./redirect-address.ts";

const allowed = [
  "https://app.example/callback",
  "http://127.0.0.1:8080/",
  "http://localhost/",
  "cursor://back",
];
const refused = [
  "https://localhost/",
  "https://localhost./",
  "https://foo.localhost./",
  "https://127.0.0.1/",
  "http://app.example/",
  "https://user@app.example/",
  "com.apple.mail://",
  "javascript:alert(1)",
];

test("codes are sent over https to another host, or to this computer without it, with or without a dot at the end", () => {
  for (const address of allowed) assert.ok(isRedirect(address), address);
  for (const address of refused) assert.ok(!isRedirect(address), address);
});
