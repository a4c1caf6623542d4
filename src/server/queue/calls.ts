import type { Pool } from "pg";
import type { Log } from "../kernel/log.ts";
import { serialLoop } from "./serial-loop.ts";

/** On which processes of one database tell each other that there is something to do. */
export const channel = "overheard_work";

/** Calls all processes that listen to look for work; `from` says who calls. Many calls at once are one. */
export function createCalls(pool: Pool, from: string, log: Log) {
  const calling = serialLoop("call other processes", log, async () => {
    await pool.query("select pg_notify($1, $2)", [channel, from]);
  });
  return { call: calling.soon, idle: calling.idle };
}
