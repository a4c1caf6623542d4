/** Characters and rows read in one batch, which takes some milliseconds. */
const charactersPerBatch = 64 * 1024;
const rowsPerBatch = 100;

/** Rows with answers in batches that are read together, in their order. */
export function* batchesOf<T>(rows: readonly T[], charactersOf: (row: T) => number): Generator<T[]> {
  let batch: T[] = [];
  let characters = 0;
  for (const row of rows) {
    const more = charactersOf(row);
    if (batch.length === rowsPerBatch || (batch.length > 0 && characters + more > charactersPerBatch)) {
      yield batch;
      batch = [];
      characters = 0;
    }
    batch.push(row);
    characters += more;
  }
  if (batch.length > 0) yield batch;
}
