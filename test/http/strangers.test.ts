import assert from "node:assert/strict";
import { test } from "node:test";
import { encodingFor } from "../../src/server/http/compress.ts";
import { workingFor } from "../../src/server/kernel/turns/on-behalf.ts";
import { bearer, config, testDoor } from "./door.ts";
import { authenticate } from "./ports.ts";

test("until it is known whose a request is, it waits behind those of its own network alone", async (t) => {
  const seen: (string | null)[] = [];
  const door = testDoor(t, {
    config: { ...config, trustedProxies: 1 },
    authenticate(authorization) {
      seen.push(workingFor());
      return authenticate(authorization);
    },
    async findSharedPage() {
      seen.push(workingFor());
      return undefined;
    },
  });
  const look = (url: string, from: string) =>
    door.inject({ url, headers: { ...bearer(), "x-forwarded-for": from } });
  for (const from of ["203.0.113.1", "203.0.113.2", "2001:db8:1:2::3", "2001:db8:1:4::5"]) {
    await look("/v1/things", from);
    await look(`/s/${"a".repeat(43)}`, from);
  }
  const [one, page, other, , six, , sixToo] = seen;
  assert.ok(one && other && six);
  assert.equal(one, page);
  assert.equal(six, sixToo, "whoever has a network has all of its addresses");
  assert.equal(new Set([one, other, six]).size, 3);
});

test("thousands of encodings that somebody would take are not weighed", () => {
  assert.equal(encodingFor("gzip, deflate, br, zstd"), "br");
  assert.equal(encodingFor(`${"a,".repeat(5_000)}br`), null);
});
