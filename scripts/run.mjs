// Runs the program with whatever it is given (`run.mjs serve`), on any Node from 16: installs what is missing first, and
// goes on under the Node that came with the packages where this one is too old. Signals reach the program either way.
import { spawn } from "node:child_process";
import { constants } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { install } from "./install.mjs";
import { buildWeb } from "./web.mjs";

const oldestNode = 24;
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const program = join(root, "src", "main.ts");
const windows = process.platform === "win32";

install({ production: true });
if (["serve", "demo"].includes(process.argv[2])) buildWeb();

if (Number(process.versions.node.split(".")[0]) >= oldestNode) await import("../src/main.ts");
else passOn();

/** The program in a separate process, which ends with this one, and this one with it. */
function passOn() {
  const node = join(root, "node_modules", ".bin", windows ? "node.cmd" : "node");
  const child = spawn(node, [program, ...process.argv.slice(2)], { stdio: "inherit", shell: windows });
  let told = false;
  const tell = (signal) => {
    told = true;
    child.kill(signal);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => tell(signal));
  // npm's shell dies of a signal without passing it on.
  const shell = process.ppid;
  if (!windows) setInterval(() => process.ppid === shell || told || tell("SIGTERM"), 250);
  child.on("exit", (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)));
}
