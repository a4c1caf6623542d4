import assert from "node:assert/strict";
import { test } from "node:test";
import { type Use, usesIn } from "./naming.ts";

const keys = { reports: "project_id", asks: "project_id", audit_log: "organization_id" };
const shown = (uses: readonly Use[]) => uses.map(({ table, key }) => `${table}: ${key}`).sort();

for (const [statement, ...expected] of [
  ["select * from reports where project_id = $1 and id = $2", "reports: value"],
  ["select * from reports r where r.project_id = any($1::uuid[])", "reports: value"],
  ["select * from reports where project_id in ($1, $2)", "reports: value"],
  ["select * from reports where (project_id, id) in (($1, $2), ($3, $4))", "reports: value"],
  ["select * from reports where id = $1", "reports: null"],
  ["select * from reports where project_id = $1 or id = $2", "reports: null"],
  ["select * from reports where not project_id = $1", "reports: null"],
  ["select * from reports where project_id > $1", "reports: null"],
  ["select * from projects where id = $1"],
  [
    "select 1 from reports r join asks a on a.project_id = r.project_id and a.report_id = r.id where r.project_id = $1",
    "asks: value",
    "reports: value",
  ],
  [
    "select 1 from reports r join asks a using (project_id) where r.project_id = $1",
    "asks: value",
    "reports: value",
  ],
  [
    "select 1 from reports r join asks a on a.report_id = r.id where r.project_id = $1",
    "asks: null",
    "reports: value",
  ],
  ["select 1 from projects p join reports r on r.project_id = p.id where p.user_id = $1", "reports: joined"],
  [
    "select (select count(*) from asks a where a.project_id = r.project_id) from reports r where r.project_id = $1",
    "asks: value",
    "reports: value",
  ],
  ["select 1 from projects p where exists (select from reports where project_id = p.id)", "reports: joined"],
  [
    "select 1 from unnest($1::uuid[]) as given (id) join reports r on r.project_id = given.id",
    "reports: joined",
  ],
  [
    "select 1 from reports where project_id in (select id from projects where user_id = $1)",
    "reports: joined",
  ],
  [
    "select 1 from (select * from reports where project_id = $1 union select * from reports) r",
    "reports: null",
    "reports: value",
  ],
  [
    "with gone as (delete from reports where project_id = $1 returning id) select 1 from gone",
    "reports: value",
  ],
  ["with reports as (select 1 as id) select id from reports"],
  [
    "update asks set status = $1 from reports r where r.project_id = asks.project_id and r.id = $2",
    "asks: null",
    "reports: null",
  ],
  ["delete from audit_log where organization_id = $1", "audit_log: value"],
  [
    "insert into asks (project_id, id) values ($1, $2) on conflict (project_id, id) do nothing",
    "asks: value",
  ],
  ["insert into asks (project_id, id) values ($1, $2) on conflict (id) do nothing", "asks: null"],
  ["insert into asks (id) values ($1)", "asks: null"],
  [
    "insert into asks (project_id) select project_id from reports where id = $1",
    "asks: value",
    "reports: null",
  ],
] as const)
  test(`${statement} → ${expected.join(", ") || "nothing"}`, async () => {
    assert.deepEqual(shown(await usesIn(statement, keys)), [...expected].sort());
  });

test("what a statement gives besides is told by its columns", async () => {
  const [use] = await usesIn("select 1 from reports where id = $1 and user_id = $2 and status <> $3", keys);
  assert.deepEqual(use, { table: "reports", key: null, by: ["id", "user_id"] });
});
