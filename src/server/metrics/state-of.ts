import type { Check } from "./operator-routes.ts";

/** What a check that rejects says. */
export async function stateOf(look: () => Promise<void>): Promise<Check> {
  const ok = await look().then(
    () => true,
    () => false,
  );
  return { state: ok ? "ok" : "failed", ok, needed: true };
}

/** Which migrations are pending is read from the database: while that fails, nobody knows. */
export async function stateOfMigrations(pending: () => Promise<readonly string[]>): Promise<Check> {
  const state = await pending().then(
    ({ length }) => (length === 0 ? "ok" : "failed"),
    () => "unknown",
  );
  return { state, ok: state === "ok", needed: true };
}
