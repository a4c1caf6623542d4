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
  const byKey = new Map<string, AlsoNamed>();
  listNames.forEach(({ name: label, start, rank }, at) => {
    const key = foldedKey(label);
    if (kinds[at] !== "name" || isTracked(at) || key === "" || byKey.has(key)) return;
    byKey.set(key, { name: label, start, listRank: rank });
  });
  return [...byKey.values()];
}
