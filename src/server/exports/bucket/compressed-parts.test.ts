import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { gunzipSync } from "node:zlib";
import type { ExportedLines } from "../contents.ts";
import { compressedParts, emptyPart } from "./compressed-parts.ts";

async function* lines(batches: readonly ExportedLines[]) {
  yield* batches;
}

test("a table is split into files of bounded size, each with its head and whole lines", async () => {
  const batches = Array.from({ length: 60 }, (_, at) => ({
    text: `${at},${randomBytes(6_000).toString("hex")}\n`,
    rows: 1,
  }));
  const parts = [];
  for await (const part of compressedParts({ head: "at,noise\n", lines: () => lines(batches) }, 100_000))
    parts.push(part);
  assert.ok(parts.length > 2, `${parts.length} parts`);
  for (const { body } of parts) assert.ok(body.length < 150_000, `${body.length} bytes`);
  const texts = parts.map(({ body }) => gunzipSync(body).toString("utf8"));
  assert.ok(texts.every((text) => text.startsWith("at,noise\n") && text.endsWith("\n")));
  assert.equal(
    texts.map((text) => text.replace("at,noise\n", "")).join(""),
    batches.map(({ text }) => text).join(""),
  );
  assert.equal(
    parts.reduce((sum, { rows }) => sum + rows, 0),
    60,
  );
});

test("a table without rows is one file with its head", async () => {
  const parts = [];
  for await (const part of compressedParts({ head: "a\n", lines: () => lines([]) })) parts.push(part);
  assert.deepEqual(
    parts.map(({ body, rows }) => [gunzipSync(body).toString("utf8"), rows]),
    [["a\n", 0]],
  );
  assert.deepEqual(gunzipSync((await emptyPart("")).body).toString("utf8"), "");
});
