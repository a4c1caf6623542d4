// The program under the Node that came with the packages, in a process that ends with this one, and this one with it.
// Signals reach it. Runs on Node 16.
import { spawn } from "node:child_process";
import { constants } from "node:os";

const windows = process.platform === "win32";

/** `node` is its file, `program` the file it runs, `shell` the process that this one began in; the arguments are its own. */
export function passOn(node, program, shell = process.ppid) {
  const child = spawn(node, [program, ...process.argv.slice(2)], {
    stdio: "inherit",
    shell: windows && node.endsWith(".cmd"),
  });
  let told = false;
  const tell = (signal) => {
    told = true;
    child.kill(signal);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => tell(signal));
  // npm's shell dies of a signal without passing it on.
  if (!windows) setInterval(() => process.ppid === shell || told || tell("SIGTERM"), 250);
  child.on("exit", (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)));
}
