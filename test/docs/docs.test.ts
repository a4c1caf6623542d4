import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, type TestContext, test } from "node:test";
import { settings } from "../../src/config.ts";
import { isQuick, longTest } from "../depth.ts";
import { type Page, startSite } from "../fixtures/site.ts";
import { freePort } from "../server-process.ts";
import { wordPressForTests } from "../servers/wordpress.ts";
import type { Ending } from "../stores.ts";
import { commandsOf } from "./page.ts";
import { isPrinted } from "./shape.ts";
import { typed } from "./shell.ts";

const root = join(import.meta.dirname, "..", "..");
const dir = mkdtempSync(join(tmpdir(), "overheard-docs-"));
// The quick start, which is all that `verify` types, publishes nothing.
const { blog, missing } = isQuick ? { blog: undefined, missing: false as const } : await wordPressForTests();
const site = await startSite({ after } as unknown as Ending, ledgerly());
const host = `127.0.0.1:${await freePort()}`;
after(async () => {
  stopServer();
  await blog?.[Symbol.asyncDispose]();
  rmSync(dir, { recursive: true, force: true });
});

/** What stands on the pages for things that everybody has their own of. */
const own: [string | RegExp, string][] = [
  ["127.0.0.1:8787", host],
  [/(?<![\w/])(overheard\.log|answers\.(?:jsonl|csv)|brief\.md|overheard-backup\.tar\.gz)/g, `${dir}/$1`],
  ["https://ledgerly.example/", `${site.url}/`],
  ["https://blog.example/", `${blog?.url}/`],
  ['"writer"', JSON.stringify(blog?.author.username)],
  ["aaaa bbbb cccc dddd eeee ffff", blog?.author.applicationPassword ?? ""],
];
const inTheirPlace = (text: string) =>
  own.reduce((now, [from, to]) => now.replaceAll(from as string, to), text);

const surroundings = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !settings.some((setting) => setting.name === name)),
);
const env = {
  ...surroundings,
  PORT: host.split(":")[1],
  OVERHEARD_DATA_DIR: join(dir, "data"),
  OVERHEARD_CRAWL_DELAY_MS: "0",
  OVERHEARD_OUTBOUND_ALLOW: [site.host, ...(blog ? [blog.host] : [])].join(","),
};

/** The contract and the records, in folders of their own, hold no commands. */
const pages = readdirSync(join(root, "docs"))
  .filter((name) => name.endsWith(".md"))
  .map((name) => `docs/${name}`);

/** What the quick start leaves in its shell, for the pages that go on from it. */
const left = `${dir}/left.sh`;
const leave = `declare -p API KEY PROJECT JWT > ${left}; declare -f api field >> ${left}`;

for (const page of ["README.md", ...pages]) {
  const rule = `every command on ${page} works, from top to bottom in one shell`;
  const typedOut = async (t: TestContext) => {
    const all = commandsOf(readFileSync(join(root, page), "utf8"));
    const blocks = all.filter(({ how }) => how === "run" || (how === "needs-blog" && blog));
    t.diagnostic(`${blocks.length} blocks run, ${all.length - blocks.length} not`);
    if (blocks.length < all.length && missing) t.diagnostic(missing);
    if (blocks.length === 0) return;
    const { printed, complaints, ended } = await typed(
      blocks.map(({ text }) => ({ text: inTheirPlace(text) })),
      {
        ...{ cwd: root, env, timeoutMs: 380_000 },
        ...(page === "README.md"
          ? { before: `trap 'echo $! > ${dir}/npm.pid' EXIT`, after: leave }
          : { before: `. ${left}`, after: "" }),
      },
    );
    const said = (at: number) => `line ${blocks[at]?.line}: ${printed[at]?.slice(0, 2000)}\n${complaints}`;
    assert.equal(ended, blocks.length, said(ended));
    for (const [at, { prints }] of blocks.entries()) {
      assert.doesNotMatch(printed[at]!, /"error":\{/, said(at));
      if (prints) assert.ok(isPrinted(prints, printed[at]!), said(at));
    }
  };
  const define = page === "README.md" ? test : longTest;
  define(rule, { timeout: 400_000 }, typedOut);
}

/** npm, which the quick start put into the background, and the server with it. */
function stopServer(): void {
  try {
    process.kill(Number(readFileSync(`${dir}/npm.pid`, "utf8")), "SIGTERM");
  } catch {
    // It was never started.
  }
}

function ledgerly(): Record<string, Page> {
  const page = (title: string, text: string, links = "") =>
    `<!doctype html><html lang="en"><meta property="og:site_name" content="Ledgerly"><title>${title}</title><h1>${title}</h1><p>${text}</p>${links}</html>`;
  const robots = "User-agent: OAI-SearchBot\nUser-agent: GPTBot\nDisallow: /\n";
  return {
    "/robots.txt": { headers: { "content-type": "text/plain" }, body: robots },
    "/": page(
      "Ledgerly – Invoicing software for freelancers",
      "Ledgerly is invoicing software for freelancers: send invoices, chase late payments and file VAT returns.",
      '<a href="/vat">VAT</a> <a href="/recurring">Recurring</a>',
    ),
    "/vat": page("VAT returns for freelancers", "File VAT returns from your invoices in ten minutes."),
    "/recurring": page(
      "Recurring invoices",
      "Invoicing software sends recurring invoices to freelancers' clients.",
    ),
  };
}
