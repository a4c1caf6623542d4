import { readFileSync } from "node:fs";

/**
 * A text that tells this run of process `pid` from any other process that gets the same number later,
 * also after a reboot; null where the process has ended, or where the system does not say (not Linux).
 */
export function processStart(pid: number): string | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /s, "")
      .split(" ");
    const [state, startTicks] = [fields[0], fields[19]];
    if (state === "Z" || state === "X") return null;
    return `${readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()}:${startTicks}`;
  } catch {
    return null;
  }
}
