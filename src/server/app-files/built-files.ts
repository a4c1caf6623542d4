import { hash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import type { Encoding } from "../http/compress.ts";

/** A file of the built app, with what it was packed to. */
export interface BuiltFile {
  type: string;
  /** Whether its name holds a hash of its content. */
  forEver: boolean;
  body: Buffer;
  packed: Partial<Record<Encoding, Buffer>>;
  etag: string;
}

/** By path on the site, such as `/assets/1a2b3c4.js`. */
export type BuiltFiles = ReadonlyMap<string, BuiltFile>;

const types: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};

/** Kinds of files that are asked for by name; every other asset is named by its hash. */
const keptNames = [".png", ".woff2"];

/** All files of the built app, in memory: some hundred kilobytes. Null if there is none. */
export async function readBuiltFiles(folder: string): Promise<BuiltFiles | null> {
  const names: string[] = await readdir(folder, { recursive: true }).catch(() => []);
  const read = (name: string) => (names.includes(name) ? readFile(join(folder, name)) : undefined);
  const files = new Map<string, BuiltFile>();
  for (const name of names) {
    const type = types[extname(name)];
    const body = type && (await read(name));
    if (!type || !body) continue;
    const [br, gzip] = [await read(`${name}.br`), await read(`${name}.gz`)];
    files.set(`/${name.replaceAll("\\", "/")}`, {
      type,
      forEver: /^assets\b/.test(name) && !keptNames.includes(extname(name)),
      body,
      packed: { ...(br ? { br } : {}), ...(gzip ? { gzip } : {}) },
      etag: hash("sha1", body, "base64url"),
    });
  }
  return files.has("/index.html") ? files : null;
}
