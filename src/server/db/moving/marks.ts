import { hostname } from "node:os";
import { resolve } from "node:path";
import { sql } from "kysely";
import type { Db } from "../db.ts";
import { StoreError } from "../store-error.ts";
import { departure, hasArrived } from "./notes.ts";

/** A move as a server's store knows it; `moved`: the store has gone to that directory. */
export interface Move {
  id: string;
  state: "arriving" | "leaving" | "moved";
  host: string;
  data_dir: string;
  at: Date;
}

/** Held on a connection of its own while a move is under way. */
export const movingLock = "select pg_try_advisory_lock(hashtext('overheard move')) as free";

export async function moveOf(db: Db): Promise<Move | null> {
  const { rows } = await sql<Move>`select id, state, host, data_dir, at from store_moves`.execute(db);
  return rows[0] ?? null;
}

/** This move and no other. */
export async function markMove(db: Db, move: Pick<Move, "id" | "state">, dataDir: string): Promise<void> {
  await sql`delete from store_moves`.execute(db);
  await sql`insert into store_moves (id, state, host, data_dir, at)
    values (${move.id}, ${move.state}, ${hostname()}, ${resolve(dataDir)}, now())`.execute(db);
}

export const dropMove = async (db: Db): Promise<void> =>
  void (await sql`delete from store_moves`.execute(db));

/**
 * Throws StoreError if a server's store is not the one that serves: it has gone, or has not come whole. A move that was
 * cut off is settled by what lies in the data directory of this machine.
 */
export async function refuseMoved(db: Db, dataDir: string): Promise<void> {
  const move = await moveOf(db);
  if (move === null) return;
  const { rows } = await sql<{ free: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('overheard move')) as free`.execute(db);
  if (!rows[0]!.free) throw new StoreError("This store is being moved: wait until `move` has ended.");
  const { id, state } = move;
  const place = `${move.data_dir} on ${move.host}`;
  if (state === "arriving") {
    if (departure(dataDir)?.id === id) return dropMove(db);
    throw new StoreError(
      `This database holds an unfinished copy of the store in ${place}: run \`move --to database\` there again, or create an empty database.`,
    );
  }
  const isHere = move.host === hostname() && move.data_dir === resolve(dataDir);
  if (state === "leaving" && isHere && !hasArrived(dataDir, id)) return dropMove(db);
  if (state === "leaving" && !isHere)
    throw new StoreError(
      `A move of this store to ${place} was cut off: run \`move --to directory\` there again, or \`move --take-back\` here.`,
    );
  if (state === "leaving") await markMove(db, { id, state: "moved" }, dataDir);
  throw new StoreError(
    `This store was moved to ${place} on ${move.at.toISOString().slice(0, 10)}: unset DATABASE_URL to use it there. To go on with this old copy, run \`npm run -s overheard -- move --take-back\`; what was stored there since is not in it.`,
  );
}
