// The program under the Node that came with the packages, in a process that ends with this one, and this one with it.
// Signals reach it. Runs on Node 16.
import { spawn } from "node:child_process";
import { constants } from "node:os";

const windows = process.platform === "win32";

/** `node` is its file, `program` the file it runs, `npm` the process to end with if it is known; the arguments are its own. */
export function passOn(node, program, npm) {
  const parent = process.ppid;
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
  const left = () => process.ppid !== parent || (npm && !runs(npm));
  if (!windows) setInterval(() => !told && left() && tell("SIGTERM"), 250);
  child.on("exit", (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)));
}

function runs(pid) {
  try {
    return process.kill(pid, 0);
  } catch ({ code }) {
    return code === "EPERM";
  }
}
