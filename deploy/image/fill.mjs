// fill.mjs FOLDER [ARCHITECTURE]: makes the program of the image of the folder of the npm package. ARCHITECTURE is amd64 or arm64;
// without it, this machine's.
import { execFileSync } from "node:child_process";
import { chmodSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { prune } from "../../scripts/prune.mjs";

const folder = resolve(process.argv[2]);
const cpu = { amd64: "x64", arm64: "arm64", "": process.arch }[process.argv[3] ?? ""];
if (!cpu) throw new Error("the image is built for amd64 and arm64");

const quiet = ["--no-audit", "--no-fund", "--no-update-notifier", "--loglevel=error"];
const npm = (...words) =>
  execFileSync("npm", [...words, ...quiet], { cwd: folder, stdio: ["ignore", "pipe", 2], maxBuffer: 64e6 });

npm("ci", "--prefer-offline", "--ignore-scripts", "--os=linux", `--cpu=${cpu}`, "--libc=glibc");
writeFileSync(
  join(folder, "sbom.cdx.json"),
  npm("sbom", "--sbom-format=cyclonedx", "--sbom-type=application"),
);
prune(join(folder, "node_modules"));

const node = "/app/node_modules/.bin/node";
command("overheard", 'await import("/app/dist/server/main.js");');
command(
  "healthy",
  `const { OVERHEARD_METRICS_PORT, PORT } = process.env;
const answer = await fetch(\`http://127.0.0.1:\${OVERHEARD_METRICS_PORT || PORT}/healthz\`).catch(() => null);
process.exit(answer?.ok ? 0 : 1);`,
);

function command(name, code) {
  const file = join(folder, "bin", name);
  writeFileSync(file, `#!${node}\n${code}\n`);
  chmodSync(file, 0o755);
}
