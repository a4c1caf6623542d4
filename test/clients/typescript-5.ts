import { createRequire, registerHooks } from "node:module";
import { pathToFileURL } from "node:url";

// Loaded before a generator: `typescript` is its fifth version there, which generators were written for; the seventh has no API for them.
const url = pathToFileURL(createRequire(import.meta.url).resolve("typescript-5")).href;

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === "typescript" ? { url, shortCircuit: true } : next(specifier, context),
});
