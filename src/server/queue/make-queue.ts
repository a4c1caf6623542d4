import type { Pool } from "pg";
import { createLog } from "../kernel/log.ts";
import { startBoss } from "./boss.ts";

/** Makes the queue's tables in a store that lacks them. */
export async function makeQueue({ pool }: { pool: Pool }): Promise<void> {
  const boss = await startBoss(pool, createLog("silent"));
  await boss.stop({ graceful: false, close: false });
}
