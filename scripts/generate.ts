/**
 * Writes what is printed from the code and committed: openapi.json from the list of actions, as a server with default
 * addresses describes itself, and .env.example from the list of settings. With `--check` it only compares.
 */
import { readFile, writeFile } from "node:fs/promises";
import { actions } from "../src/actions/index.ts";
import { settings } from "../src/config.ts";
import { openapi } from "../src/doors/openapi/openapi.ts";

const address = "http://127.0.0.1:8787";

const files = {
  "openapi.json": `${JSON.stringify(openapi(actions, { baseUrl: address, siteUrl: address }), null, 2)}\n`,
  ".env.example": environmentExample(),
};

for (const [name, text] of Object.entries(files)) {
  const file = new URL(`../${name}`, import.meta.url);
  if (!process.argv.includes("--check")) await writeFile(file, text);
  else if ((await readFile(file, "utf8").catch(() => "")) !== text) {
    process.stderr.write(`${name} is not what the code says; run \`npm run generate\` and commit it.\n`);
    process.exitCode = 1;
  }
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
