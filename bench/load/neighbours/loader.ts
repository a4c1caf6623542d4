/**
 * Makes the loads of `bench/load/neighbours.ts`, in a process of its own, so that what it takes to read large answers is not
 * taken for time that the quiet account waits. Told which load to begin or to make, it tells what came of it.
 */
import { type Heavy, loads } from "./loads.ts";

export interface Wanted {
  name: string;
  part: "begin" | "work";
  heavy: Heavy;
}

/** In words, what came of it; `failed` where something that was asked for did not come. */
export interface Came {
  words: string;
  failed: boolean;
}

process.on("message", ({ name, part, heavy }: Wanted) => {
  const load = loads.find((each) => each.name === name)!;
  const done =
    part === "begin" ? (load.begin?.(heavy) ?? Promise.resolve()).then(() => "") : load.work(heavy);
  done.then(
    (words) => process.send!({ words, failed: false } satisfies Came),
    (error: Error) => process.send!({ words: error.message, failed: true } satisfies Came),
  );
});
process.once("disconnect", () => process.exit());
