import { readFile, writeFile } from "node:fs/promises";
import { actions } from "../src/actions/index.ts";
import { openapi } from "../src/doors/openapi/openapi.ts";

// Writes openapi.json as a server with default addresses describes itself; with --check it only compares.
const file = new URL("../openapi.json", import.meta.url);
const address = "http://127.0.0.1:8787";
const text = `${JSON.stringify(openapi(actions, { baseUrl: address, siteUrl: address }), null, 2)}\n`;

if (process.argv.includes("--check")) {
  const known = await readFile(file, "utf8").catch(() => "");
  if (known !== text) {
    process.stderr.write("openapi.json is not what the actions say; run `npm run openapi` and commit it.\n");
    process.exitCode = 1;
  }
} else {
  await writeFile(file, text);
}
