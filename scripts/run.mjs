// Runs the program with whatever it is given (`run.mjs serve`), on any Node from 16: installs and builds what is missing first, and
// goes on under the Node that came with the packages where this one is too old. Signals reach the program either way.
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { install } from "./install.mjs";
import { passOn } from "./pass-on.mjs";
import { buildServer, builtServer } from "./server/server.mjs";
import { buildWeb, buildWebBeside } from "./web.mjs";

const oldestNode = 24;
// Which process npm is, where npm runs this: a shell is between them, and dies of a signal without passing it on, perhaps before
// this line. Where the shell cannot tell (Windows), it is no number.
const npm = process.argv[2]?.startsWith("--npm=")
  ? Number(process.argv.splice(2, 1)[0].slice(6))
  : Number.NaN;
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const node = join(root, "node_modules", ".bin", process.platform === "win32" ? "node.cmd" : "node");

install({ production: true });
const [command, ...options] = process.argv.slice(2);
if (["serve", "start", "worker"].includes(command)) {
  // In a process of its own, beside the build of the web app.
  const server = buildServer();
  buildWeb();
  if (!(await server)) process.stderr.write("the server could not be built; running its sources\n");
}
// Its report waits for no build, and where it ends with the report, nobody needs one.
if (command === "demo" && !options.some((option) => ["--once", "--help", "-h"].includes(option)))
  buildWebBeside();
// Where it is not built, its sources run as well, only later.
const program = builtServer() ?? join(root, "src", "main.ts");

if (Number(process.versions.node.split(".")[0]) >= oldestNode) {
  if (npm) process.env.NPM_PID = String(npm);
  await import(pathToFileURL(program).href);
} else passOn(node, program, npm);
