import assert from "node:assert/strict";
import { createSocket } from "node:dgram";
import { lookup } from "node:dns/promises";
import { once } from "node:events";
import test, { type TestContext } from "node:test";
import { resolveBy } from "./resolve.ts";
import { createOutside } from "./safe-fetch.ts";

/** A name server on loopback that says this to every question; null: nothing. */
async function nameServer(t: TestContext, say: (question: Buffer) => Buffer | null): Promise<string> {
  const socket = createSocket("udp4");
  socket.on("message", (question, { port, address }) => {
    const answer = say(question);
    if (answer) socket.send(answer, port, address);
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  t.after(() => socket.close());
  return `127.0.0.1:${socket.address().port}`;
}

/** One address of the kind that was asked for. */
function answerTo(question: Buffer): Buffer {
  const end = question.indexOf(0, 12) + 5;
  const isFour = question.readUInt16BE(end - 4) === 1;
  const address = isFour ? [192, 0, 2, 7] : [0x20, 1, 0xd, 0xb8, ...Array(11).fill(0), 7];
  const header = Buffer.from(question.subarray(0, 12));
  header.writeUInt16BE(0x8180, 2);
  header.writeUInt16BE(1, 6);
  header.writeUInt16BE(0, 10);
  const record = Buffer.from([
    0xc0,
    12,
    0,
    isFour ? 1 : 28,
    0,
    1,
    0,
    0,
    0,
    60,
    0,
    address.length,
    ...address,
  ]);
  return Buffer.concat([header, question.subarray(12, end), record]);
}

test("a name has the addresses that its server says, of both kinds in turn", async (t) => {
  const resolve = resolveBy([await nameServer(t, answerTo)]);
  assert.deepEqual(await resolve("site.example", { opened: false }), ["192.0.2.7", "2001:db8::7"]);
});

test("names whose servers never answer are given up, and keep nobody else's lookup waiting", async (t) => {
  const outside = createOutside({ allow: [], resolve: resolveBy([await nameServer(t, () => null)]) });
  t.after(() => outside[Symbol.asyncDispose]());
  const began = performance.now();
  const ended = Promise.all(
    Array.from({ length: 20 }, (_, at) =>
      outside.fetch({ url: `https://dead-${at}.example/` }).then(
        () => "answered",
        (error) => error.kind,
      ),
    ),
  );
  await lookup("localhost");
  assert.ok(performance.now() - began < 1_000, "a lookup beside them waited");
  assert.deepEqual(new Set(await ended), new Set(["dns"]));
  assert.ok(performance.now() - began < 8_000);
});

test("a name that the operator has opened is looked up by the system, which reads the hosts file", async (t) => {
  const resolve = resolveBy([await nameServer(t, () => null)]);
  const found = await resolve("localhost", { opened: true });
  assert.ok(found.includes("127.0.0.1") || found.includes("::1"), found.join());
});
