import { type RunningPglite, runPglite, storeOver } from "../../src/server/db/embedded/open-embedded.ts";
import type { Store } from "../../src/server/db/store.ts";
import { atEnd } from "./at-end.ts";
import { empty, type Query, type Tables, tablesOf } from "./emptied.ts";

/** A PGlite that has served a test, and what its tables were before it. */
interface Used extends RunningPglite {
  tables: Tables;
}

const free: Used[] = [];
/** Whether the tests of this process have ended; what a file's own `after` gives back then serves nobody. */
let over = false;
atEnd(async () => {
  over = true;
  for (const used of free.splice(0)) await used[Symbol.asyncDispose]();
});

/**
 * An embedded store as `snapshot` has it. Starting PGlite costs half a second of processor time, so one that an earlier
 * test of this process has left is emptied instead; one whose tables that test has altered is not used again.
 */
export async function openReused(snapshot: () => Promise<Blob>): Promise<Store> {
  const used = (await emptied()) ?? (await fresh(await snapshot()));
  const store = storeOver(used);
  const close = async () => {
    await store[Symbol.asyncDispose]();
    if (over) return used[Symbol.asyncDispose]();
    await restful(used);
    free.push(used);
  };
  let closed: Promise<void> | undefined;
  return { ...store, [Symbol.asyncDispose]: () => (closed ??= close()) };
}

/**
 * PostgreSQL would set a timer of ten seconds to write its statistics down, for which the end of a file waits. It writes them now, and
 * a shorter timer takes the place of one that is set; it is never cleared.
 */
async function restful({ pglite }: Used): Promise<void> {
  for (const statement of [
    "rollback",
    "set statement_timeout = 10",
    "select 1",
    "reset statement_timeout",
    "select pg_stat_force_next_flush()",
  ])
    await pglite.exec(statement).catch(() => undefined);
}

const queryOf =
  ({ pglite }: RunningPglite): Query =>
  async <Row>(statement: string) =>
    (await pglite.query<Row>(statement)).rows;

async function fresh(snapshot: Blob): Promise<Used> {
  const running = await runPglite({ loadDataDir: snapshot });
  return { ...running, tables: await tablesOf(queryOf(running)) };
}

async function emptied(): Promise<Used | undefined> {
  const used = free.pop();
  if (!used) return undefined;
  try {
    await used.pglite.exec("rollback");
    await used.pglite.exec("discard all");
    if (await empty(queryOf(used), used.tables)) return used;
  } catch {
    // Its test broke it, perhaps on purpose.
  }
  await used[Symbol.asyncDispose]();
  return emptied();
}
