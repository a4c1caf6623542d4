import type { TrackedBrands } from "./brand.ts";
import { foldedKey } from "./text/fold.ts";
import { normalForm } from "./text/normal-form.ts";

/** A name that another brand has the better claim to: where it was given, and which brand it counts for. */
export interface SharedName {
  /** 0 for the own brand, then the rivals in their order. */
  brand: number;
  /** Index among its aliases; null for its name. */
  alias: number | null;
  countsFor: number;
}

/**
 * Names that two tracked brands share, whatever the case, spaces and hyphens. Each counts for one of them: a name beats
 * an alias, the brand that writes it so beats those that differ in an accent ("Solea", "Soléa"), the own brand beats its rivals,
 * and earlier rivals beat later ones. The reader follows the same rule.
 */
export function sharedNames({ own, rivals }: TrackedBrands): SharedName[] {
  const brands = [own, ...rivals];
  const nameEntries = [
    ...brands.map(({ name }, brand) => ({ name, brand, alias: null })),
    ...brands.flatMap(({ aliases }, brand) => aliases.map((name, alias) => ({ name, brand, alias }))),
  ].map((entry) => ({ ...entry, key: keyOf(entry.name), letters: lettersOf(entry.name.trim()) }));
  const first = new Map<string, { brand: number; isName: boolean }>();
  const spelledSo = new Map<string, number>();
  for (const { brand, alias, key, letters } of nameEntries) {
    const owner = first.get(key) ?? { brand, isName: alias === null };
    first.set(key, owner);
    // An alias takes nothing from a name, however it is spelled.
    const spelling = JSON.stringify([key, letters]);
    if (owner.isName === (alias === null) && !spelledSo.has(spelling)) spelledSo.set(spelling, brand);
  }
  return nameEntries.flatMap(({ brand, alias, key, letters }): SharedName[] => {
    const owner = spelledSo.get(JSON.stringify([key, letters])) ?? first.get(key)?.brand ?? brand;
    return owner === brand ? [] : [{ brand, alias, countsFor: owner }];
  });
}

// Folding leaves nothing of a name like "***".
const keyOf = (name: string): string => foldedKey(name) || name.trim();

/** A spelling with its accents, which folding removes. */
export const lettersOf = (text: string): string =>
  normalForm(text, "NFC").toLowerCase().replaceAll(/[\s-]/g, "");
