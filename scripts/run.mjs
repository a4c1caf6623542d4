// Runs the program with whatever it is given (`run.mjs serve`), on any Node from 16: installs what is missing first, and
// goes on under the Node that came with the packages where this one is too old. Signals reach the program either way.
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { install } from "./install.mjs";
import { passOn } from "./pass-on.mjs";
import { buildWeb } from "./web.mjs";

const oldestNode = 24;
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const node = join(root, "node_modules", ".bin", process.platform === "win32" ? "node.cmd" : "node");

install({ production: true });
if (["serve", "demo"].includes(process.argv[2])) buildWeb();

if (Number(process.versions.node.split(".")[0]) >= oldestNode) await import("../src/main.ts");
else passOn(node, join(root, "src", "main.ts"));
