import { readdirSync, readFileSync } from "node:fs";
import { Client } from "pg";

/** Milliseconds of processor time that these processes have used so far (Linux, which counts in ticks of 10 ms). */
export const processorMs = (pids: readonly number[]): number =>
  pids.reduce((sum, pid) => sum + 10 * (fieldOf(pid, user) + fieldOf(pid, system)), 0);

/** The same of a PostgreSQL on this machine: its first process, those that serve connections now, and those that did. */
export async function postgresMs(url: string): Promise<() => number> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  const first = fieldOf(rows[0]!.pid, parent);
  await client.end();
  return () => {
    const serving = readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .map(Number)
      .filter((pid) => fieldOf(pid, parent) === first);
    return processorMs([first, ...serving]) + 10 * (fieldOf(first, endedUser) + fieldOf(first, endedSystem));
  };
}

/** Positions in /proc/PID/stat after the process's name. */
const [parent, user, system, endedUser, endedSystem] = [1, 11, 12, 13, 14];

/** 0 for a process that has ended meanwhile. */
function fieldOf(pid: number, position: number | undefined): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /s, "")
      .split(" ");
    return Number(fields[position ?? -1]);
  } catch {
    return 0;
  }
}
