import { randomBytes } from "node:crypto";
import { Client } from "pg";

export interface EmptyDatabase extends AsyncDisposable {
  name: string;
  url: string;
}

/** Somebody who may do everything on the server, in its own or another database. */
export async function administrator(server: string, database?: string) {
  const url = new URL(server);
  if (database) url.pathname = `/${database}`;
  const client = new Client(url.href);
  await client.connect();
  return { client, [Symbol.asyncDispose]: () => client.end() };
}

/** A database without a table, on a server that is there; `terms`: how it is made, in SQL. */
export async function emptyDatabase(server: string, terms = ""): Promise<EmptyDatabase> {
  const name = `overheard_test_${randomBytes(8).toString("hex")}`;
  const url = new URL(server);
  url.pathname = `/${name}`;
  await using admin = await administrator(server);
  await admin.client.query(`create database ${name} ${terms}`);
  return {
    ...{ name, url: url.href },
    async [Symbol.asyncDispose]() {
      await using admin = await administrator(server);
      await admin.client.query(`drop database ${name} with (force)`);
    },
  };
}
