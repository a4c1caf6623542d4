/**
 * The tests, three files at a time, as many of them wait for processes: `npm test` runs all,
 * `npm test -- src/figures test/app/runs.test.ts` those of folders and files. Options for node's runner come after
 * them: `npm test -- src/server/queue --test-name-pattern=lease`.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, statSync } from "node:fs";
import { compiled, notOptimized } from "./compiled.ts";

const given = process.argv.slice(2);
const options = given.filter((argument) => argument.startsWith("-"));
const places = given.filter((argument) => !argument.startsWith("-"));
const missing = places.filter((place) => !existsSync(place));

if (missing.length > 0) {
  console.error(`There is no file or folder ${missing.join(", ")}.`);
  process.exitCode = 2;
} else {
  const files = (places.length > 0 ? places : ["src", "test", "web"]).map((place) =>
    statSync(place).isDirectory() ? `${place.replace(/\/$/, "")}/**/*.test.ts` : place,
  );
  const child = spawn(
    process.execPath,
    [notOptimized, "--test", "--test-concurrency=3", ...options, ...files],
    {
      stdio: "inherit",
      env: { ...compiled, ...process.env },
    },
  );
  const [code] = (await once(child, "close")) as [number | null];
  process.exitCode = code ?? 1;
}
