import type { TrackedBrands } from "./brand.ts";
import { foldedKey } from "./text/fold.ts";

/** A name that another brand has the better claim to: where it was given, and which brand it counts for. */
export interface SharedName {
  /** 0 for the own brand, then the rivals in their order. */
  brand: number;
  /** Index among its aliases; null for its name. */
  alias: number | null;
  countsFor: number;
}

/**
 * Names that two tracked brands share, in any spelling. Each counts for one of them: a name beats an alias, the own
 * brand beats its rivals, and earlier rivals beat later ones. The reader follows the same rule.
 */
export function sharedNames({ own, rivals }: TrackedBrands): SharedName[] {
  const brands = [own, ...rivals];
  const nameEntries = [
    ...brands.map(({ name }, brand) => ({ name, brand, alias: null })),
    ...brands.flatMap(({ aliases }, brand) => aliases.map((name, alias) => ({ name, brand, alias }))),
  ];
  const owners = new Map<string, number>();
  return nameEntries.flatMap(({ name, brand, alias }): SharedName[] => {
    // Folding leaves nothing of a name like "***".
    const key = foldedKey(name) || name.trim();
    const owner = owners.get(key) ?? brand;
    owners.set(key, owner);
    return owner === brand ? [] : [{ brand, alias, countsFor: owner }];
  });
}
