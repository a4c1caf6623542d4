import { AccountError } from "../auth/accounts/account-error.ts";
import { StoreError } from "../db/store-error.ts";
import { Problem } from "../kernel/problem.ts";
import { listenError } from "./free-ports.ts";
import { CommandError } from "./io.ts";

/** An expected failure as one line for the person at the terminal; null for any other. */
export function commandError(error: unknown): CommandError | null {
  if (error instanceof CommandError) return error;
  const foreseen = error instanceof AccountError || error instanceof StoreError || error instanceof Problem;
  return foreseen ? new CommandError(error.message) : listenError(error);
}
