/** What `make` makes, made when it is first asked for: large tables would otherwise hold up the start. */
export function once<T>(make: () => T): () => T {
  let result: { value: T } | undefined;
  return () => {
    result ??= { value: make() };
    return result.value;
  };
}
