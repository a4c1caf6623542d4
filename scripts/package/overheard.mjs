#!/usr/bin/env node
// The command of the npm package: the program on this Node, or on the one that came with it where this one is too old.
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { passOn } from "./pass-on.mjs";

const oldestNode = 24;
const program = join(dirname(dirname(fileURLToPath(import.meta.url))), "dist", "server", "main.js");

if (Number(process.versions.node.split(".")[0]) >= oldestNode) await import("../dist/server/main.js");
else {
  const node = ownNode();
  if (node) passOn(node, program);
  else {
    process.stderr.write(
      `overheard: Node ${oldestNode} is needed. This is ${process.versions.node}: install a newer one from https://nodejs.org.\n`,
    );
    process.exitCode = 1;
  }
}

function ownNode() {
  const require = createRequire(import.meta.url);
  const { optionalDependencies } = require("../package.json");
  const file = process.platform === "win32" ? "node.exe" : "node";
  for (const name of Object.keys(optionalDependencies)) {
    try {
      return join(dirname(require.resolve(`${name}/package.json`)), "bin", file);
    } catch {
      // Of another system.
    }
  }
  return null;
}
