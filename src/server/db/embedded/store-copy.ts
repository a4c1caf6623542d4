import { constants, readdirSync, rmSync } from "node:fs";
import { cp } from "node:fs/promises";
import { join } from "node:path";
import type { Pool } from "pg";
import { newId } from "../../kernel/id.ts";
import { storeDir } from "./store-directory.ts";

const prefix = "store-copy-";

/**
 * Copies the store's files beside it and calls `use` with the copy. Nobody else's statement runs while it is copied, which
 * on most disks takes a second for each GB.
 */
export async function withStoreCopy<T>(
  pool: Pool,
  dataDir: string,
  use: (directory: string) => Promise<T>,
): Promise<T> {
  const copy = join(dataDir, `${prefix}${newId()}`);
  try {
    await copyBetweenStatements(pool, storeDir(dataDir), copy);
    return await use(copy);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

async function copyBetweenStatements(pool: Pool, from: string, to: string): Promise<void> {
  // The one connection: whoever has it has the store to themselves.
  const client = await pool.connect();
  try {
    await client.query("checkpoint");
    await cp(from, to, { recursive: true, mode: constants.COPYFILE_FICLONE });
  } finally {
    client.release();
  }
}

/** Copies of a process that was killed. */
export function dropCopies(dataDir: string): void {
  for (const name of readdirSync(dataDir))
    if (name.startsWith(prefix)) rmSync(join(dataDir, name), { recursive: true, force: true });
}
