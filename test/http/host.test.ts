import assert from "node:assert/strict";
import { test } from "node:test";
import { onAnyStore } from "../start-app.ts";
import { sendRaw } from "./raw.ts";

onAnyStore(
  () => ({}),
  (app) => {
    for (const path of ["/healthz", "/readyz", "/v1/projects"])
      test(`${path} is not answered to a request that names no host, or two`, async () => {
        const url = await app().address();
        for (const hosts of ["", "Host: a.test\r\nHost: b.test\r\n"]) {
          const { status } = await sendRaw(url, [
            `GET ${path} HTTP/1.1\r\n${hosts}Connection: close\r\n\r\n`,
          ]);
          assert.equal(status, 400, hosts);
        }
      });

    test("a probe of HTTP/1.0 needs to name no host", async () => {
      const { status } = await sendRaw(await app().address(), ["GET /healthz HTTP/1.0\r\n\r\n"]);
      assert.equal(status, 200);
    });
  },
);
