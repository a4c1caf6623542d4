import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { HowToRun } from "./test-files.ts";
import { writesSql } from "./writes-sql.ts";

/**
 * Test files by who runs them. `npm run verify` leaves out what is killed and frozen, walks through pages and starts whole programs, draws
 * less at random, and tests on one store what every store shows alike. `npm run verify:full` runs what is left out.
 */
const inFullAlone = {
  faults: ["test/faults/"],
  matrix: ["test/matrix/"],
  pages: ["test/web/", "in-browser.test.ts"],
  programs: [
    "src/server/cli/doctor.test.ts",
    "src/server/operator/control.test.ts",
    "src/server/operator/free-ports.test.ts",
    "src/server/operator/move-store.test.ts",
    "src/server/outbound/cms/wordpress.test.ts",
    "src/server/outbound/cms/wordpress-text.test.ts",
    "test/accounts/wrong-secret.test.ts",
    "test/app/command-line.test.ts",
    "test/app/first-start.test.ts",
    "test/app/private-files.test.ts",
    "test/app/website-walk.test.ts",
    "test/app/worker-health.test.ts",
    "test/oauth/foreign-clients.test.ts",
    "test/shipping/built-server.test.ts",
    "test/telemetry/processes.test.ts",
    "test/upgrades/running-stores.test.ts",
  ],
};

/** Pages and programs that `verify` looks at all the same. */
const inBoth = ["test/web/web-app.test.ts", "test/web/welcome.test.ts"];

/** What measures processor time or memory of its process or of one that it starts. */
const alone = [
  "src/server/engines/memory.test.ts",
  "src/server/engines/wire/heavy-replies.test.ts",
  "src/server/db/memory/held-bytes.test.ts",
  "test/telemetry/telemetry.test.ts",
];

/** Statements of their own are tested on every kind of store: those of the database's folder, and beside each file with SQL. */
function isOfStore(file: string): boolean {
  const beside = file.replace(".test.ts", ".ts");
  return file.startsWith("src/server/db/") || (existsSync(beside) && writesSql(beside));
}

const all = globSync("{src,test,web}/**/*.test.ts").sort();
const isIn = (places: readonly string[]) => (file: string) =>
  places.some((place) => file.startsWith(place) || file.endsWith(place));
const isLeftOut = isIn(Object.values(inFullAlone).flat());

export const quickFiles = all.filter((file) => !isLeftOut(file) || isIn(inBoth)(file));

/** What `verify:full` adds. */
export const fullFiles = {
  faults: all.filter(isIn(inFullAlone.faults)),
  matrix: all.filter(isIn(inFullAlone.matrix)),
  pages: all.filter(isIn(inFullAlone.pages)),
  programs: all.filter(isIn(inFullAlone.programs)),
  /** With all that `test/depth.ts` keeps from `verify`, and as many random draws as fast-check makes by itself. */
  deep: quickFiles.filter(
    (file) =>
      reaches(file, join("test", "depth.ts")) || readFileSync(file, "utf8").includes('from "fast-check"'),
  ),
  /** On the embedded store. */
  embedded: quickFiles.filter((file) => !isOfStore(file) && reaches(file, join("test", "stores.ts"))),
};

/** How `verify` runs a file. */
export const howToRun = (file: string): HowToRun => ({
  stores: isOfStore(file) ? "every" : "one",
  isAlone: isIn(alone)(file),
});

/** Whether a test file imports a file of test/, itself or by others there. */
function reaches(file: string, target: string, seen = new Set<string>()): boolean {
  if (file === target) return true;
  if (seen.has(file) || !existsSync(file)) return false;
  seen.add(file);
  const imported = [...readFileSync(file, "utf8").matchAll(/from "(\.[^"]+\.ts)"/g)].map(([, path]) =>
    join(dirname(file), path!),
  );
  return imported.some((path) => path.startsWith("test/") && reaches(path, target, seen));
}
