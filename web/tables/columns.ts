import { inTime } from "../figures/time.ts";
import type { ShownColumn } from "./data-table.tsx";

interface TimeTerms<Field extends string> {
  key: string;
  head: string;
  /** The field that holds the time, RFC 3339. */
  field: Field;
  as?: "day" | "moment";
  /** What the cell says without a time. */
  none?: string;
  /** Rows without a time sort as later than all others, not as earlier. */
  noneLast?: boolean;
}

/** A column of times, sorted by the time rather than by its words. */
export const timeColumn = <Field extends string>({
  key,
  head,
  field,
  as = "day",
  none = "",
  noneLast = false,
}: TimeTerms<Field>): ShownColumn<{ [F in Field]: string | null }> => ({
  key,
  head,
  wide: true,
  text: ({ [field]: time }) => (time === null ? none : inTime(time, as)),
  by: ({ [field]: time }) => time ?? (noneLast ? "9999" : ""),
});
