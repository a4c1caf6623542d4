// Goes into the built server and is loaded first: stack traces name the sources. Node's own `--enable-source-maps` reads every map
// at the start, which costs a tenth of it; here the first stack of a file reads its map.
import { readFileSync } from "node:fs";
import { SourceMap } from "node:module";

const place = /file:\/\/[^\s()]+\.js:\d+:\d+/g;
const here = new URL(".", import.meta.url).href;
const maps = new Map();

Error.prepareStackTrace = (error, frames) => {
  const head = Error.prototype.toString.call(error);
  return [head, ...frames.map((frame) => `    at ${String(frame).replace(place, source)}`)].join("\n");
};

/** The place in the sources; the same place where there is no map. */
function source(place) {
  const [, file, line, column] = /^(.*):(\d+):(\d+)$/.exec(place);
  if (!file.startsWith(here)) return place;
  try {
    const found = mapOf(file)?.findOrigin(Number(line), Number(column));
    return found?.fileName
      ? `${new URL(found.fileName, file).href}:${found.lineNumber}:${found.columnNumber}`
      : place;
  } catch {
    return place;
  }
}

/** Null where it cannot be read, which is tried once. */
function mapOf(file) {
  if (!maps.has(file)) maps.set(file, readMap(file));
  return maps.get(file);
}

function readMap(file) {
  try {
    return new SourceMap(JSON.parse(readFileSync(new URL(`${file}.map`), "utf8")));
  } catch {
    return null;
  }
}
