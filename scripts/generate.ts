/**
 * Writes what is printed from the code and committed: openapi.json from the list of actions, as a server with default
 * addresses describes itself, .env.example from the list of settings, tables in docs/, for the web app
 * the limits of what is typed, and for the server the paths of the app's pages. With `--check` it only compares.
 */
import { readFile, writeFile } from "node:fs/promises";
import { settings } from "../src/config.ts";
import { actions } from "../src/server/actions.ts";
import { openapi } from "../src/server/openapi/openapi.ts";
import { documented, withTables } from "./documented.ts";

const address = "http://127.0.0.1:8787";

const description = openapi(actions, { baseUrl: address, siteUrl: address });

const files: Record<string, string> = {
  "openapi.json": `${JSON.stringify(description, null, 2)}\n`,
  ".env.example": environmentExample(),
  "web/api/limits.ts": limits(),
  "src/server/app-files/page-paths.ts": await pagePaths(),
};
for (const page of documented) files[page] = withTables(page, await readFile(fileOf(page), "utf8"));

for (const [name, text] of Object.entries(files)) {
  const file = fileOf(name);
  if (!process.argv.includes("--check")) await writeFile(file, text);
  else if ((await readFile(file, "utf8").catch(() => "")) !== text) {
    process.stderr.write(`${name} is not what the code says; run \`npm run generate\` and commit it.\n`);
    process.exitCode = 1;
  }
}

function fileOf(name: string): URL {
  return new URL(`../${name}`, import.meta.url);
}

/** The app gets no values from its types of the API, so it gets the bounds of what is typed from here. */
function limits(): string {
  const { components } = description as { components: { schemas: Record<string, Schema> } };
  const typed = Object.entries(components.schemas)
    .filter(([name]) => /(Request|Input|Settings|ImportedAnswer)$/.test(name))
    .map(([name, schema]) => [name, boundsOf(schema)] as const)
    .filter(([, bounds]) => Object.keys(bounds).length > 0);
  return `/** The bounds of what is sent, by schema and field; \`max\` of a text is in characters, of a list in number. By \`npm run generate\`. */
export const limits = ${literal(Object.fromEntries(typed))};\n`;
}

interface Bounds {
  [field: string]: number | Bounds;
}

/** Those of a schema and of all below it, also where it is one of several kinds; `each`: of what is in a list. */
function boundsOf(schema: Schema): Bounds {
  const { anyOf = [], oneOf = [], allOf = [], properties = {}, items } = schema;
  const kinds = [anyOf, oneOf, allOf].flat() as Schema[];
  const bounds: Bounds = Object.assign({}, ...kinds.map(boundsOf));
  const [min, max] = [schema.minimum, schema.maxLength ?? schema.maxItems ?? schema.maximum];
  if (typeof min === "number") bounds.min = min;
  if (typeof max === "number") bounds.max = max;
  for (const [name, field] of [
    ...Object.entries(properties as Record<string, unknown>),
    ...(items ? [["each", items] as const] : []),
  ]) {
    const own = boundsOf(field as Schema);
    if (Object.keys(own).length > 0) bounds[name] = own;
  }
  return bounds;
}

function literal(bounds: Bounds, indent = ""): string {
  const values = Object.entries(bounds);
  const inside = values.map(
    ([name, value]) => `${name}: ${typeof value === "number" ? value : literal(value, `${indent}  `)}`,
  );
  if (values.every(([, value]) => typeof value === "number")) return `{ ${inside.join(", ")} }`;
  return `{\n${inside.map((line) => `${indent}  ${line},\n`).join("")}${indent}}`;
}

/** The server imports nothing of the app, so it gets the paths of its pages from here. */
async function pagePaths(): Promise<string> {
  // A name that the compiler does not follow: the pages behind it are checked with the app's own settings.
  const { pages } = (await import(fileOf("web/pages.ts").href)) as { pages: Record<string, unknown> };
  const lines = Object.keys(pages).map((path) => `  ${JSON.stringify(path)},\n`);
  return `/** The paths at which the web app has a page, from web/pages.ts by \`npm run generate\`; \`:name\` stands for one segment. */
export const pagePaths = [\n${lines.join("")}] as const;\n`;
}

type Schema = Record<string, unknown>;

/** A line is a comment where the setting has no default. */
function environmentExample(): string {
  const head =
    "# Every setting with its default; the server reads the environment, not this file.\n" +
    "# `npm run -s overheard -- config` prints what is in force.\n";
  const each = settings.map(
    ({ name, fallback, says }) => `\n# ${says}\n${fallback === "" ? "# " : ""}${name}=${fallback}\n`,
  );
  return head + each.join("");
}
