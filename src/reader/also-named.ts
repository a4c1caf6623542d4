import type { ListName } from "./list-names/list-name.ts";
import type { ListNameKind } from "./list-names/list-name-kind.ts";
import type { AlsoNamed } from "./reading.ts";
import { foldedKey } from "./text/fold.ts";

/** The untracked names among the list names of an answer, each once, by offset. */
export function alsoNamedIn(
  listNames: readonly ListName[],
  kinds: readonly ListNameKind[],
  isTracked: (at: number) => boolean,
): AlsoNamed[] {
  const named = new Map<string, AlsoNamed>();
  listNames.forEach(({ shown, start, rank }, at) => {
    const key = foldedKey(shown);
    if (kinds[at] !== "name" || isTracked(at) || key === "" || named.has(key)) return;
    named.set(key, { name: shown, start, listRank: rank });
  });
  return [...named.values()];
}
