import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { command, program, startProcess } from "../server-process.ts";

const root = join(import.meta.dirname, "..", "..");

const help = (path: readonly string[]) => command([...path, "--help"], {});

/** The commands that a help lists, without `help` itself. */
const listed = (text: string): string[] =>
  [...(text.split("Commands:")[1] ?? "").matchAll(/^ {2}([a-z][\w-]*)/gm)]
    .map(([, name]) => name ?? "")
    .filter((name) => name !== "help" && name !== "npm");

/** The path of each command, and what its help says. */
async function everyCommand(path: readonly string[] = []): Promise<[string[], string][]> {
  const text = await help(path);
  const below: [string[], string][] = [];
  for (const name of listed(text)) below.push(...(await everyCommand([...path, name])));
  return [[[...path], text], ...below];
}

test("every command shows an example of itself", { timeout: 120_000 }, async () => {
  const commands = await everyCommand();
  assert.ok(commands.length > 15, String(commands.length));
  for (const [path, text] of commands) {
    const [usage = "", examples = ""] = text.split(/^Examples?:$/m);
    assert.match(usage, /^Usage: npm run -s overheard -- /);
    assert.ok(examples.includes(path.join(" ")) && examples.trim() !== "", `${path.join(" ")}: ${text}`);
  }
});

test("the commands that make credentials can be told the organization", async () => {
  for (const path of [
    ["key", "create"],
    ["connector", "create"],
  ])
    assert.match(await help(path), /--organization <ID>/, path.join(" "));
});

test("a misspelled option is told as that, before one that is missing", async () => {
  for (const [args, said] of [
    [["user", "create", "--mail", "you@example.com"], /unknown option '--mail'\n\(Did you mean --email\?\)/],
    [["user", "create"], /required option '--email <E>' not specified/],
    [["serve", "--port", "9000"], /^overheard: There is no option --port: set PORT in the environment\.\n$/],
  ] as const) {
    const child = startProcess([program, ...args], {});
    assert.match(await text(child.stderr!), said);
  }
  assert.match(await help(["user", "create", "--mail"]), /create an account/);
});

test("start is serve, as people type it", async () => {
  assert.match(await help(["start"]), /start the server/);
});

test("an address of a far server is waited for, where the host has several", async () => {
  const told = `import("node:net").then((net) => process.on("exit", () => console.error(net.getDefaultAutoSelectFamilyAttemptTimeout())))`;
  const child = startProcess(["--import", `data:text/javascript,${told}`, program, "--version"], {});
  const timeoutMs = Number(await text(child.stderr!));
  assert.ok(timeoutMs >= 1_000 && timeoutMs < 5_000, `${timeoutMs} ms`);
});

test("--version is the version of the package", async () => {
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  assert.equal(await command(["--version"], {}), version);
});
