import { readFileSync } from "node:fs";
import { StoreError } from "../store-error.ts";

/** What V8 reserves to run PGlite, of which it uses little; with less it ends the process without a word that helps. */
const neededBytes = 10_240_000_000;
/** It keeps 150 open when it has started, and connections need their own; without one to spare it ends, or says that it is broken. */
const neededFiles = 512;

/** Throws StoreError where this process may have less than PGlite needs, as some hosts limit it; `limits`: as Linux lists them. */
export function refuseSmallLimits(limits = ownLimits()): void {
  const softOf = (name: string) => {
    const [, soft] = new RegExp(`^${name}\\s+(\\d+)\\s`, "m").exec(limits) ?? [];
    return soft === undefined ? Number.POSITIVE_INFINITY : Number(soft);
  };
  if (softOf("Max address space") < neededBytes)
    throw new StoreError(
      "The embedded store needs 10 GB of virtual memory, of which it uses little, and this process is limited to less. Raise the limit (ulimit -v, LimitAS of systemd, or what your host offers), or use PostgreSQL (DATABASE_URL).",
    );
  const files = softOf("Max open files");
  if (files < neededFiles)
    throw new StoreError(
      `The embedded store needs ${neededFiles} open files, and this process is limited to ${files}. Raise the limit (ulimit -n, LimitNOFILE of systemd, --ulimit nofile of Docker), or use PostgreSQL (DATABASE_URL).`,
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
