import assert from "node:assert/strict";
import test from "node:test";
import { gzipSync } from "node:zlib";
import { unpack } from "./unpack.ts";

const text = "https://a.b/1\n".repeat(1_000);
const packed = gzipSync(text);
const textOf = async (bytes: Uint8Array) => {
  const { bytes: plain, cut } = await unpack(bytes);
  return { text: Buffer.from(plain).toString(), cut };
};

test("an archive is unpacked, and any other file left as it is", async () => {
  assert.deepEqual(await textOf(packed), { text, cut: false });
  assert.deepEqual(await textOf(Buffer.from(text)), { text, cut: false });
  assert.deepEqual(await textOf(new Uint8Array()), { text: "", cut: false });
});

test("of an archive that was cut, what stands before the cut is there", async () => {
  const half = await textOf(packed.subarray(0, packed.length / 2));
  assert.ok(half.text.length > 0 && text.startsWith(half.text));
});

test("a broken archive is empty", async () => {
  assert.deepEqual(await textOf(Buffer.from([0x1f, 0x8b, 1, 2, 3])), { text: "", cut: false });
});

test("of a large archive the first 4 MiB are read", async () => {
  const { bytes, cut } = await unpack(gzipSync(Buffer.alloc(50_000_000, " ")));
  assert.deepEqual([bytes.length, cut], [4 * 1024 * 1024, true]);
});
