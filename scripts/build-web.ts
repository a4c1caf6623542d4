/**
 * Bundles web/ into dist/web: file names that hold a hash of the content, every text also packed with Brotli and gzip.
 * The folder is put in place whole, so that a server beside it never serves half a build. Of several that are started over an
 * old build, one builds and the others find it done.
 */
import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, extname, join, resolve } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { build } from "vite";
import { markdownGuides } from "./web/guides.ts";
import { inTurn } from "./web/turn.ts";
import { isCurrent, webFingerprint } from "./web.mjs";

const root = resolve(import.meta.dirname, "..");
const target = join(root, "dist", "web");
const fresh = join(root, "dist", `.web-${process.pid}`);
/** Smaller ones are hardly made shorter. */
const packedFrom = 512;

mkdirSync(dirname(fresh), { recursive: true });
await inTurn(join(root, "dist", "web.lock"), async () => {
  if (!isCurrent()) await buildFresh();
});

async function buildFresh(): Promise<void> {
  const fingerprint = webFingerprint();
  mkdirSync(fresh, { recursive: true });
  try {
    await build({
      root: join(root, "web"),
      configFile: false,
      publicDir: false,
      logLevel: "warn",
      plugins: [markdownGuides()],
      oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
      build: {
        outDir: fresh,
        emptyOutDir: true,
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        reportCompressedSize: false,
        rolldownOptions: {
          // Advice for whoever writes the plugin, not for whoever starts a server.
          checks: { bundlerTimings: false },
          output: {
            // The first screen names all that a page may load: names of a hash alone keep it small.
            chunkFileNames: "assets/[hash:7].js",
            // The face is asked for by name on pages that the bundler does not see.
            assetFileNames: ({ names }) =>
              names.some((name) => name.endsWith(".woff2"))
                ? "assets/[name][extname]"
                : "assets/[hash:7][extname]",
          },
        },
      },
    });
    // Pages that the bundler does not see name it.
    copyFileSync(join(root, "web", "preview.png"), join(fresh, "assets", "preview.png"));
    for (const file of readdirSync(fresh, { recursive: true, encoding: "utf8" })) {
      if (![".html", ".js", ".css", ".svg"].includes(extname(file))) continue;
      const text = readFileSync(join(fresh, file));
      if (text.length < packedFrom) continue;
      const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
      writeFileSync(join(fresh, `${file}.br`), brotliCompressSync(text, quality));
      writeFileSync(join(fresh, `${file}.gz`), gzipSync(text, { level: 9 }));
    }
    writeFileSync(join(fresh, "built-from.txt"), fingerprint);
    rmSync(target, { recursive: true, force: true });
    renameSync(fresh, target);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}
