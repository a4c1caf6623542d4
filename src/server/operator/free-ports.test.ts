import assert from "node:assert/strict";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { startProcess } from "../../../test/server-process.ts";
import { checkPorts, listenError } from "./free-ports.ts";
import { CommandError } from "./io.ts";

async function takenPort(t: TestContext): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => server.close());
  return (server.address() as { port: number }).port;
}

for (const command of ["serve", "demo"]) {
  test(`\`${command}\` on a port that is taken ends with one line, and touches no store`, async (t) => {
    const port = await takenPort(t);
    const dir = mkdtempSync(join(tmpdir(), "overheard-"));
    t.after(() => rmSync(dir, { recursive: true }));
    const dataDir = join(dir, "data");
    const child = startProcess(["src/main.ts", command], {
      PORT: String(port),
      OVERHEARD_DATA_DIR: dataDir,
    });
    let said = "";
    child.stderr!.on("data", (bytes) => (said += bytes));
    const [code] = await once(child, "close");
    assert.equal(
      said,
      `overheard: Port ${port} is taken on 127.0.0.1. Stop what listens there, or set PORT to another port.\n`,
    );
    assert.equal(code, 1);
    assert.equal(existsSync(dataDir), false);
  });
}

const says = (message: RegExp, exitCode: number) => (error: unknown) =>
  error instanceof CommandError && message.test(error.message) && error.exitCode === exitCode;

test("a metrics port that is taken, and a host of another machine, are told by their setting", async (t) => {
  const port = await takenPort(t);
  const place = { host: "127.0.0.1", port: 0, metrics: { port, token: null } };
  await assert.rejects(checkPorts(place), says(/set OVERHEARD_METRICS_PORT to another/, 1));
  const none = { port: null, token: null };
  await assert.rejects(
    checkPorts({ host: "192.0.2.1", port: 0, metrics: none }),
    says(/^HOST is not an address of this machine\.$/, 2),
  );
  await assert.rejects(
    checkPorts({ host: "nobody.invalid", port: 0, metrics: none }),
    says(/^HOST is not an address of this machine\.$/, 2),
  );
  await checkPorts({ host: "127.0.0.1", port: 0, metrics: { port: 0, token: null } });
});

test("a machine without IPv6, and whatever else keeps a server from listening, are told in one line", () => {
  const said = (error: object) => listenError(Object.assign(new Error("listen"), error))?.message;
  const at = { syscall: "listen", address: "::", port: 8787 };
  assert.equal(
    said({ ...at, code: "EAFNOSUPPORT" }),
    "This machine has no IPv6: set HOST=0.0.0.0, or an IPv4 address of it.",
  );
  assert.match(
    said({ ...at, code: "EINVAL", address: "fe80::1" })!,
    /at HOST fe80::1, port 8787 \(EINVAL\): set HOST/,
  );
  assert.match(said({ ...at, code: "ENOBUFS" })!, /\(ENOBUFS\)/);
  assert.equal(said({ code: "EINVAL", syscall: "read" }), undefined);
});
