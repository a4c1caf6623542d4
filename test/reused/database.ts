import { randomBytes } from "node:crypto";
import { Client } from "pg";
import { atEnd } from "./at-end.ts";
import { empty, type Query, type Tables, tablesOf } from "./emptied.ts";

/** A database that has served a test, and what its tables were before it. */
interface Used {
  server: string;
  name: string;
  url: string;
  tables: Tables;
}

const free: Used[] = [];
/** Whether the tests of this process have ended. */
let over = false;
atEnd(async () => {
  over = true;
  for (const used of free.splice(0)) await drop(used);
});

/** A database of this server, as `template` has it, until it is given back. */
export interface TestDatabase {
  url: string;
  giveBack(): Promise<void>;
}

/**
 * Copying a database costs a second of processor time, as the server writes all that it holds to the disk first; so one that an
 * earlier test of this process has left is emptied instead, unless that test has altered its tables.
 */
export async function takeDatabase(server: string, template: () => Promise<string>): Promise<TestDatabase> {
  const used = (await emptied()) ?? (await fresh(server, await template()));
  return {
    url: used.url,
    giveBack: async () => {
      if (over) await drop(used);
      else free.push(used);
    },
  };
}

async function fresh(server: string, template: string): Promise<Used> {
  const name = `overheard_test_${randomBytes(8).toString("hex")}`;
  await connected(server, (query) =>
    query(`create database ${name} template ${template} strategy file_copy`),
  );
  const url = within(server, name);
  return { server, name, url, tables: await connected(url, tablesOf) };
}

async function emptied(): Promise<Used | undefined> {
  const used = free.pop();
  if (!used) return undefined;
  try {
    if (await connected(used.url, (query) => cleared(query, used.tables))) return used;
  } catch {
    // Its test broke it, perhaps on purpose.
  }
  await drop(used);
  return emptied();
}

async function cleared(query: Query, tables: Tables): Promise<boolean> {
  // A process that a test has killed may hold a lock for a moment more.
  await query("set lock_timeout = '5s'");
  // As a new one, it has no statistics.
  await query("delete from pg_statistic where starelid >= 16384");
  return empty(query, tables);
}

export function within(server: string, database: string): string {
  const other = new URL(server);
  other.pathname = `/${database}`;
  return other.href;
}

/**
 * The server itself waits up to 5 s for connections that are just closing; cut off, they would be errors of a test
 * that has passed. Only those that stay open longer are.
 */
async function drop({ server, name }: Used): Promise<void> {
  const inUse = "55006";
  await connected(server, (query) =>
    query(`drop database ${name}`).catch((error) => {
      if (error.code !== inUse) throw error;
      return query(`drop database ${name} with (force)`);
    }),
  );
}

export async function connected<Result>(
  url: string,
  work: (query: Query) => Promise<Result>,
): Promise<Result> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(async (statement) => (await client.query(statement)).rows);
  } finally {
    await client.end();
  }
}
