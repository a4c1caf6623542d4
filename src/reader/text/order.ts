/** Compares two texts by UTF-16 code units: the same on every machine, whatever its locale. */
export const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
