import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import test from "node:test";
import { settings } from "../src/config.ts";
import { actions } from "../src/server/actions.ts";

const root = join(import.meta.dirname, "..");
const read = (page: string) => readFileSync(join(root, page), "utf8");

const pages = [
  ...["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"],
  ...["docs", "src", "test", "bench", "scripts"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".md"))
      .map((name) => `${folder}/${name}`),
  ),
];

const scripts = Object.keys(JSON.parse(read("package.json")).scripts);

/** Subcommands of the command line, as src/main.ts declares them. */
const commands = [...read("src/main.ts").matchAll(/\.command\("([a-z-]+)"\)/g)].map(([, name]) => name ?? "");

test("no field cuts what is pasted into it: its limit is said where it is exceeded", () => {
  const files = ["src/server/pages", "web"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => /(?<!\.test)\.tsx?$/.test(name))
      .map((name) => `${folder}/${name}`),
  );
  const cutting = files.filter((name) =>
    /<(?:input|textarea)\b(?:(?!\/>|<)[\s\S])*?\bmaxlength=/i.test(read(name)),
  );
  assert.ok(files.length > 100);
  assert.deepEqual(cutting, []);
});

for (const page of pages) {
  test(`every npm command on ${page} exists`, () => {
    const named = [...read(page).matchAll(/\bnpm (?:run (?:-s )?([a-z:-]+)|(start|test))\b/g)].map(
      ([, run, own]) => run ?? own ?? "",
    );
    assert.deepEqual(
      named.filter((name) => !scripts.includes(name)),
      [],
    );
  });

  test(`every overheard command on ${page} exists`, () => {
    const named = [...read(page).matchAll(/(?:\boverheard -- |`overheard )([a-z][a-z-]*)/g)].map(
      ([, name]) => name ?? "",
    );
    assert.deepEqual(
      named.filter((name) => !commands.includes(name)),
      [],
    );
  });

  test(`every link on ${page} leads somewhere`, () => {
    const links = [...read(page).matchAll(/\]\((?!https?:|mailto:)([^)\s]+)\)/g)].map(
      ([, link]) => link ?? "",
    );
    assert.deepEqual(
      links.filter((link) => !resolves(page, link)),
      [],
    );
  });

  test(`every path named on ${page} is there`, () => {
    const paths = [
      ...read(page).matchAll(/(?<![\w/.-])((?:src|test|bench|scripts|docs)\/[\w./-]*[\w/])/g),
    ].map(([, path]) => path ?? "");
    assert.deepEqual(
      paths.filter((path) => !existsSync(join(root, path))),
      [],
    );
  });
}

test("docs/connect.md says how many actions an assistant has as tools", () => {
  const [, said] = /\*\*Tools\*\*: (\d+) actions of the API/.exec(read("docs/connect.md")) ?? [];
  assert.equal(Number(said), actions.filter(({ tool }) => tool).length);
});

test(".env.example lists every setting, in order, with its default", () => {
  const lines = [...read(".env.example").matchAll(/^(?:# )?([A-Z][A-Z0-9_]*)=(.*)$/gm)];
  const expected = settings.map(({ name, fallback }) => [name, fallback]);
  assert.deepEqual(
    lines.map(([, name, value]) => [name, value]),
    expected,
  );
});

test("a setting without a default is commented out in .env.example", () => {
  const given = [...read(".env.example").matchAll(/^([A-Z][A-Z0-9_]*)=(.*)$/gm)];
  assert.deepEqual(
    given.filter(([, , value]) => value === "").map(([, name]) => name),
    [],
  );
});

test("every dependency is pinned to one version", () => {
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(read("package.json"));
  const loose = Object.entries<string>({ ...dependencies, ...devDependencies, ...optionalDependencies });
  assert.deepEqual(
    loose.filter(([, version]) => !/^(npm:[\w-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)),
    [],
  );
});

function resolves(page: string, link: string): boolean {
  const [path = "", anchor] = link.split("#");
  const target = path === "" ? page : join(dirname(page), path);
  if (!existsSync(join(root, target))) return false;
  return anchor === undefined || headings(target).includes(anchor);
}

/** As GitHub makes anchors of headings. */
function headings(page: string): string[] {
  const titles = [...read(page).matchAll(/^#{1,6} (.+)$/gm)].map(([, title]) => title ?? "");
  return titles.map((title) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, "")
      .trim()
      .replaceAll(" ", "-"),
  );
}

test("no page of the server or the app, but its documentation, shows a command", () => {
  const folders = [
    "src/server/pages",
    "src/server/app-files",
    "src/server/kernel",
    "src/server/api",
    "src/server/auth",
    "web",
  ];
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => /\.tsx?$/.test(name) && !/\.test\.ts$|^pages\/docs\//.test(name))
      .map((name) => `${folder}/${name}`),
  );
  const command =
    /\bnpm (?:run|start|test)\b|\bnpx \w|\boverheard -- |\bnode (?:scripts|src)\/|\bdocker (?:compose|exec)\b/;
  const shown = files.flatMap((file) => {
    const code = read(file).replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, "");
    return command.test(code) ? [`${file}: ${command.exec(code)?.[0]}`] : [];
  });
  assert.deepEqual(shown, []);
});
