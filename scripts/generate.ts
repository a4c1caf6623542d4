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

/** The app gets no values from its types of the API, so it gets them from here. */
function limits(): string {
  const project = schemaOf("ProjectSettings");
  const prompt = schemaOf("PromptInput");
  const tags = fieldOf(schemaOf("TagPromptsRequest"), "add");
  const found = {
    name: fieldOf(schemaOf("CompetitorInput"), "name").maxLength,
    about: fieldOf(project, "about").maxLength,
    address: fieldOf(project, "websiteUrl").maxLength,
    rivals: fieldOf(project, "competitors").maxItems,
    prompts: fieldOf(project, "prompts").maxItems,
    prompt: fieldOf(prompt, "prompt").maxLength,
    intent: fieldOf(prompt, "intent").maxLength,
    tags: tags.maxItems,
    tag: (tags.items as Schema).maxLength,
    model: fieldOf(schemaOf("ImportedAnswer"), "model").maxLength,
    answers: schemaOf("ImportAnswersRequest").maxItems,
  };
  const lines = Object.entries(found).map(([name, most]) => {
    if (typeof most !== "number") throw new Error(`openapi.json has no limit of ${name}`);
    return `  ${name}: ${most},\n`;
  });
  return `/** What can be saved at most, in characters or in number; from openapi.json by \`npm run generate\`. */
export const limits = {\n${lines.join("")}};\n`;
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

function schemaOf(name: string): Schema {
  const { components } = description as { components: { schemas: Record<string, Schema> } };
  const schema = components.schemas[name];
  if (!schema) throw new Error(`openapi.json has no ${name}`);
  return schema;
}

/** A field of an object, or of the kind of it that has this field; where it may be null, what it is otherwise. */
function fieldOf({ properties, anyOf = [] }: Schema, name: string): Schema {
  const field = (properties as Record<string, Schema> | undefined)?.[name];
  if (field) return (field.anyOf as Schema[] | undefined)?.find(({ type }) => type !== "null") ?? field;
  return (anyOf as Schema[]).map((kind) => fieldOf(kind, name)).find((each) => each.type) ?? {};
}

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
