import { Type } from "typebox";
import { invalid } from "../kernel/problem.ts";

/** The id of what is to be deleted for good, named once more. */
export const Confirmation = (whose: string) =>
  Type.String({
    format: "uuid",
    expects: `in the query, ${whose[0]!.toLowerCase()}${whose.slice(1)}`,
    description: `${whose}, so that nothing is deleted by mistake.`,
  });

/** Throws a 400 unless what is to be deleted for good was named once more. */
export function demandConfirmed(confirm: string, id: string): void {
  if (confirm.toLowerCase() === id) return;
  const message = "This is not the id of what would be deleted.";
  throw invalid([{ in: "query", path: "/confirm", code: "not_confirmed", message }]);
}
