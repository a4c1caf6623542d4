import { join, resolve } from "node:path";

/** For the environment of tests: what one test file's process compiles, the next one's reads, which halves its start. */
export const compiled = {
  NODE_COMPILE_CACHE: join(
    resolve(import.meta.dirname, ".."),
    "node_modules",
    ".cache",
    "overheard",
    "compiled",
  ),
};

/** For node's runner: one test file is too short to earn back the optimizing of the embedded store's WebAssembly, which costs a fifth of the run. */
export const notOptimized = "--liftoff-only";
