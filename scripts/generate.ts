/**
 * Writes what is printed from the code and committed: openapi.json from the list of actions, as a server with default
 * addresses describes itself, .env.example from the list of settings, tables in docs/, and the names of assistants for
 * the web app. With `--check` it only compares.
 */
import { readFile, writeFile } from "node:fs/promises";
import { actions } from "../src/actions/index.ts";
import { settings } from "../src/config.ts";
import { costsNothing, providerLabel, providerName, providers } from "../src/domain/project/provider.ts";
import { openapi } from "../src/doors/openapi/openapi.ts";
import { documented, withTables } from "./documented.ts";

const address = "http://127.0.0.1:8787";

const files: Record<string, string> = {
  "openapi.json": `${JSON.stringify(openapi(actions, { baseUrl: address, siteUrl: address }), null, 2)}\n`,
  ".env.example": environmentExample(),
  "web/words/assistant-names.ts": assistantNames(),
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

/** The app imports nothing of the server, so it gets their names from here. */
function assistantNames(): string {
  const line = (provider: string, name: string) => `  ${provider}: ${JSON.stringify(name)},\n`;
  const names = providers.map((provider) => line(provider, providerLabel(provider)));
  const inSentences = providers
    .filter((provider) => providerName(provider) !== providerLabel(provider))
    .map((provider) => line(provider, providerName(provider)));
  const free = providers.filter(costsNothing);
  return `// From src/domain/project/provider.ts by \`npm run generate\`.

/** What people call each provider. */
export const assistantNames: Record<string, string> = {\n${names.join("")}};

/** What they are called in a sentence, where that is something else. */
export const namesInSentences: Record<string, string> = {\n${inSentences.join("")}};

/** Nobody charges for their answers. */
export const freeAssistants: readonly string[] = ${JSON.stringify(free).replaceAll(",", ", ")};
`;
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
