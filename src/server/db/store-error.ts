/** Why the store cannot be opened; `message` is one line that says what to do. */
export class StoreError extends Error {
  override name = "StoreError";
}
