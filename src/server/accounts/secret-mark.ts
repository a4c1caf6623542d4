import type { Db } from "../db/db.ts";

/** The mark of the secret that this store is used with; null before its first use. */
export async function findSecretMark(db: Db): Promise<string | null> {
  const row = await db.selectFrom("server_secret").select("mark").executeTakeFirst();
  return row?.mark ?? null;
}

/** Keeps the mark where there is none yet, or only that of the secret before it. */
export async function keepSecretMark(db: Db, mark: string, before: string | null): Promise<void> {
  await db
    .insertInto("server_secret")
    .values({ mark })
    .onConflict((conflict) =>
      conflict.column("one").doUpdateSet({ mark }).where("server_secret.mark", "=", before),
    )
    .execute();
}

export async function replaceSecretMark(db: Db, mark: string): Promise<void> {
  await db
    .insertInto("server_secret")
    .values({ mark })
    .onConflict((conflict) => conflict.column("one").doUpdateSet({ mark }))
    .execute();
}
