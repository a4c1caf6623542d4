/** What `make` makes, made when it is first asked for: large tables would otherwise hold up the start. */
export function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
