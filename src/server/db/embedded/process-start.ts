import { readFileSync } from "node:fs";

/**
 * Tells this run of process `pid` from any later process with the same number, even after a reboot; null if the
 * process has ended or the system does not say (not Linux).
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
