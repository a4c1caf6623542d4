import { inDigits, quantity } from "../figures/number.ts";

/** What every form says. */
export const form = {
  save: "Save",
  saving: "Saving …",
  saved: "Saved.",
  undo: "Undo changes",
  inputKept: "What you typed is still here.",
  cancel: "Cancel",
  close: "Close",
  line: (line: number, message: string): string => `Line ${line}: ${message}`,
  remove: "Remove",
  readOnly: (role: string): string => `You can look at this page. Your role, ${role}, does not change it.`,
  copy: "Copy",
  copied: "Copied",
};

/** What is said of a file that somebody chooses. */
export const file = {
  unread: "This file cannot be read as text. Save it as “CSV UTF-8”.",
  large: (bytes: number): string => `This is larger than ${bytes / 1024 / 1024} MB.`,
  more: (count: number): string => `and ${quantity(count, "more row", "more rows")}`,
};

/** What a field says that was given too much. */
export const tooLong = (count: number, most: number): string =>
  `At most ${quantity(most, "character")}; these are ${inDigits(count)}.`;
