/** What keeps the store from being opened; `message` is one line that says what to do about it. */
export class StoreError extends Error {
  override name = "StoreError";
}
