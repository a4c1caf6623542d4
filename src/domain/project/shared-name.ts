import { foldedKey } from "../text/fold.ts";
import type { TrackedBrands } from "./brand.ts";

/** A name that a better claim of another brand takes: where it was given, and which brand it counts for. */
export interface SharedName {
  /** 0 for the own brand, then the rivals in their order. */
  brand: number;
  /** Which of its aliases; null for its name. */
  alias: number | null;
  countsFor: number;
}

/**
 * Names that two tracked brands have, spellings apart. Each counts for one of them: a name goes before an alias, the own
 * brand before its rivals, these in their order. The reader decides by the same rule.
 */
export function sharedNames({ own, rivals }: TrackedBrands): SharedName[] {
  const brands = [own, ...rivals];
  const given = [
    ...brands.map(({ name }, brand) => ({ name, brand, alias: null })),
    ...brands.flatMap(({ aliases }, brand) => aliases.map((name, alias) => ({ name, brand, alias }))),
  ];
  const owners = new Map<string, number>();
  return given.flatMap(({ name, brand, alias }): SharedName[] => {
    // Folding leaves nothing of a name like "***".
    const key = foldedKey(name) || name.trim();
    const owner = owners.get(key) ?? brand;
    owners.set(key, owner);
    return owner === brand ? [] : [{ brand, alias, countsFor: owner }];
  });
}
