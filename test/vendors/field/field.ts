import { chatRows } from "./chat.ts";
import { generateContentRows } from "./generate-content.ts";
import { messagesRows } from "./messages.ts";
import { responsesRows } from "./responses.ts";
import type { FieldRow } from "./row.ts";
import { statusRows } from "./statuses.ts";

/** Every body, by the vendors that send it. A new vendor joins the rows of its format, or writes its own. */
export const fieldRows: readonly FieldRow[] = [
  ...chatRows,
  ...responsesRows,
  ...messagesRows,
  ...generateContentRows,
  ...statusRows,
];
