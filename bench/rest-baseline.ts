import { createServer } from "node:http";
import { Pool } from "pg";

/**
 * What a route can cost at least: bare node:http that makes one primary-key read through pg (none without
 * DATABASE_URL) and sends the given bytes. `node rest-baseline.ts PORT BYTES_IN_BASE64`.
 */
const [, , port, base64] = process.argv;
const body = Buffer.from(base64 ?? "", "base64");
const url = process.env.DATABASE_URL;
const pool = url ? new Pool({ connectionString: url, max: 10 }) : null;

if (pool) {
  await pool.query("create table if not exists baseline (id integer primary key, body text not null)");
  await pool.query("insert into baseline values (1, $1) on conflict (id) do update set body = $1", [
    body.toString(),
  ]);
}

createServer(async (_request, response) => {
  const text = pool
    ? (await pool.query({ name: "read", text: "select body from baseline where id = $1", values: [1] }))
        .rows[0].body
    : body;
  response.writeHead(200, {
    "content-type": "application/json; charset=utf-8",
    "content-length": Buffer.byteLength(text),
  });
  response.end(text);
}).listen(Number(port), "127.0.0.1", () => process.stdout.write("ready\n"));
