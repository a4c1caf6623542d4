import { AccountError } from "../auth/accounts/account-error.ts";
import { FullDiskError } from "../db/embedded/disk-room.ts";
import { failedThere } from "../db/server/unreachable.ts";
import { StoreError } from "../db/store-error.ts";
import { isFullDisk } from "../kernel/outage.ts";
import { Problem } from "../kernel/problem.ts";
import { listenError } from "./free-ports.ts";
import { CommandError } from "./io.ts";

/** An expected failure as one line for the person at the terminal; null for any other. */
export function commandError(error: unknown): CommandError | null {
  if (error instanceof CommandError) return error;
  const foreseen = error instanceof AccountError || error instanceof StoreError || error instanceof Problem;
  if (foreseen) return new CommandError(error.message);
  const isHere = error instanceof FullDiskError || (error as NodeJS.ErrnoException)?.syscall !== undefined;
  if (isHere && isFullDisk(error))
    return new CommandError(
      "A disk of this machine has no room left, or can hold no more files. Free at least 32 MB on that of the data directory, and try again.",
    );
  const atPort = listenError(error);
  const inStore = atPort ? null : failedThere(error);
  return inStore ? new CommandError(inStore.message) : atPort;
}
