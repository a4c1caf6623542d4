import assert from "node:assert/strict";
import { test } from "node:test";
import { onAnyStore } from "../start-app.ts";
import { sendRaw } from "./raw.ts";

const types = {
  "/api/auth/sign-in/email": "application/json",
  "/oauth2/token": "application/x-www-form-urlencoded",
};

onAnyStore(
  () => ({}),
  (app) => {
    for (const [path, type] of Object.entries(types))
      test(`a body that ${path} does not take leaves no connection on which nothing is read`, async () => {
        const url = await app().address();
        const head = `POST ${path} HTTP/1.1\r\nHost: ${new URL(url).host}\r\nContent-Type: ${type}\r\n`;
        const body = "x".repeat(100_000);
        const next = `GET /healthz HTTP/1.1\r\nHost: ${new URL(url).host}\r\n\r\n`;
        const { status, headers } = await sendRaw(url, [
          `${head}Content-Length: ${body.length}\r\n\r\n`,
          body,
          next,
        ]);
        assert.deepEqual([status, headers.get("connection")], [413, "close"]);
      });
  },
);
