import { invalid } from "../../kernel/problem.ts";

/** Throws a 400 unless what is to be deleted for good was named once more. */
export function demandConfirmed(confirm: string, id: string): void {
  if (confirm.toLowerCase() === id) return;
  const message = "This is not the id of what would be deleted.";
  throw invalid([{ in: "query", path: "/confirm", code: "not_confirmed", message }]);
}
