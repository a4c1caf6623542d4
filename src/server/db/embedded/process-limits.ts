import { readFileSync } from "node:fs";
import { StoreError } from "../store-error.ts";

/** What V8 reserves to run PGlite, of which it uses little; with less it ends the process without a word that helps. */
const neededBytes = 10_240_000_000;

/** Throws StoreError where this process may not reserve that, as on hosts that limit virtual memory; `limits`: as Linux lists them. */
export function refuseLittleAddressSpace(limits = ownLimits()): void {
  const [, soft] = /^Max address space\s+(\d+)\s/m.exec(limits) ?? [];
  if (soft === undefined || Number(soft) >= neededBytes) return;
  throw new StoreError(
    "The embedded store needs 10 GB of virtual memory, of which it uses little, and this process is limited to less. Raise the limit (ulimit -v, LimitAS of systemd, or what your host offers), or use PostgreSQL (DATABASE_URL).",
  );
}

/** Empty where the system does not list them so. */
function ownLimits(): string {
  try {
    return readFileSync("/proc/self/limits", "utf8");
  } catch {
    return "";
  }
}
