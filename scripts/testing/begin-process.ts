/**
 * Begins a test process with a lighter test runner: by itself node's follows every promise, so as to tell whose an error is that
 * nobody has caught, which takes a seventh of the processor time of all tests. Such an error still fails its file, and what timers and
 * connections belong to is still known.
 */
import hooks from "node:async_hooks";

const { createHook } = hooks;
const untracked = { trackPromises: false };
Object.assign(hooks, {
  createHook: (callbacks: hooks.HookCallbacks) => createHook({ ...callbacks, ...untracked }),
});
// What is imported at the top of a file is loaded before its first line.
await import("node:test");
Object.assign(hooks, { createHook });
await import("./test-process.ts");
