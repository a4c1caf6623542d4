/**
 * What `make` makes of a text, remembered: the same words and hosts come again and again. Of texts of up to `longest` units, and of `most`
 * of them, as foreign text may contain any number; then all are forgotten at once.
 */
export function remembered<T>(
  { most, longest = Number.POSITIVE_INFINITY }: { most: number; longest?: number },
  make: (text: string) => T,
): (text: string) => T {
  const met = new Map<string, { value: T }>();
  return (text) => {
    const before = met.get(text);
    if (before) return before.value;
    const value = make(text);
    if (text.length > longest) return value;
    if (met.size >= most) met.clear();
    met.set(text, { value });
    return value;
  };
}
