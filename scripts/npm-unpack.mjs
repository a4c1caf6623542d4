// npm, but a file that `prune.mjs` would delete is not even written, and the others are written one after the other, without a
// thread's turn for each step. Takes npm's file and its arguments. All the rest is npm's: what it fetches, checks and links. One
// that keeps its unpacker elsewhere unpacks as it always does. Runs on Node 16.
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { isUnread } from "./prune.mjs";

// npm reads its arguments from where they are without this script.
process.argv.splice(1, 1);
const npm = process.argv[1];
unpackLess(createRequire(npm));
await import(pathToFileURL(npm).href);

/** Before npm loads its unpacker, which every part of it then shares. */
function unpackLess(load) {
  try {
    const file = load.resolve("tar");
    const tar = load(file);
    const x = ({ filter = () => true, ...options }) => {
      const wanted = (path, entry) => !isUnread(options.cwd, path) && filter(path, entry);
      return tar.x({ ...options, sync: true, filter: wanted });
    };
    load.cache[file].exports = { ...tar, x };
  } catch {
    // It is elsewhere.
  }
}
