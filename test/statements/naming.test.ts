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
  // An outer join keeps the rows of one side whatever its condition says.
  ["select 1 from reports r left join projects p on p.id = r.project_id", "reports: null"],
  ["select 1 from reports r left join projects p on r.project_id = $1", "reports: null"],
  ["select 1 from projects p right join reports r on p.id = r.project_id", "reports: null"],
  ["select 1 from projects p left join reports r on r.project_id = p.id", "reports: joined"],
  [
    "select 1 from reports r full join asks a on a.project_id = r.project_id and a.project_id = $1 and r.project_id = $1",
    "asks: null",
    "reports: null",
  ],
  [
    "select 1 from reports r left join asks a on a.project_id = r.project_id and a.project_id = $1",
    "asks: value",
    "reports: null",
  ],
  [
    "select 1 from reports r left join asks a on a.project_id = r.project_id where r.project_id = $1",
    "asks: value",
    "reports: value",
  ],
  [
    "select 1 from reports r left join asks a using (project_id) where a.id = $1",
    "asks: null",
    "reports: null",
  ],
  [
    "select 1 from projects p left join (reports r join asks a using (project_id)) on r.project_id = p.id",
    "asks: joined",
    "reports: joined",
  ],
  [
    "select 1 from (projects p left join reports r on r.id = p.id) join asks a on a.project_id = r.project_id and a.project_id = $1",
    "asks: value",
    "reports: value",
  ],
  // What a query within says of the rows around it chooses none of them, unless it must have rows itself.
  [
    "select (select count(*) from asks a where a.project_id = r.project_id and a.project_id = $1) from reports r",
    "asks: value",
    "reports: null",
  ],
  ["select (select 1 from projects p where p.id = r.project_id) from reports r", "reports: null"],
  ["select (select 1 where r.project_id = $1) from reports r", "reports: null"],
  [
    "select 1 from reports r where not exists (select from asks a where a.project_id = r.project_id and a.project_id = $1)",
    "asks: value",
    "reports: null",
  ],
  [
    "select 1 from reports r where r.id = $1 or exists (select from projects p where p.id = r.project_id)",
    "reports: null",
  ],
  [
    "select 1 from reports r where exists (select from projects p where p.id = r.project_id)",
    "reports: joined",
  ],
  [
    "select 1 from reports r where exists (select from asks a where a.project_id = r.project_id and a.project_id = $1)",
    "asks: value",
    "reports: joined",
  ],
  [
    "select 1 from reports r where exists (select count(*) from projects p where p.id = r.project_id)",
    "reports: null",
  ],
  [
    "select 1 from reports r where r.id in (select a.report_id from asks a where a.project_id = r.project_id and a.project_id = $1)",
    "asks: value",
    "reports: joined",
  ],
  [
    "select 1 from projects p left join reports r on exists (select from asks a where a.project_id = p.id and a.project_id = r.project_id)",
    "asks: joined",
    "reports: joined",
  ],
  [
    "select 1 from reports r cross join lateral (select 1 from asks a where a.project_id = r.project_id and a.project_id = $1) l",
    "asks: value",
    "reports: null",
  ],
  // Not every expression with an equals sign is true of equal values alone.
  ["select * from reports where project_id is distinct from $1", "reports: null"],
  ["select * from reports where project_id is not distinct from $1", "reports: value"],
  ["select * from reports where project_id = all($1::uuid[])", "reports: null"],
  ["select * from reports where nullif(project_id, $1)", "reports: null"],
  // A column that is compared with its own row chooses none.
  ["select * from reports where project_id = lower(user_id)", "reports: null"],
  ["select * from reports where project_id in (id, $1)", "reports: null"],
  [
    "select 1 from reports r where r.project_id = (select p.id from projects p where p.user_id = r.user_id)",
    "reports: null",
  ],
  ["select 1 from reports r where r.project_id = (select p.id from projects p limit 1)", "reports: joined"],
  [
    "select 1 from reports r where coalesce(r.project_id, r.id) in (select id from projects)",
    "reports: null",
  ],
  [
    "select 1 from reports where project_id = any(array(select id from projects where user_id = $1))",
    "reports: joined",
  ],
  ["select 1 from projects p, users u join reports r on r.project_id = lower(u.id)", "reports: joined"],
] as const)
  test(`${statement} → ${expected.join(", ") || "nothing"}`, async () => {
    assert.deepEqual(shown(await usesIn(statement, keys)), [...expected].sort());
  });

test("what a statement gives besides is told by its columns", async () => {
  const [use] = await usesIn("select 1 from reports where id = $1 and user_id = $2 and status <> $3", keys);
  assert.deepEqual(use, { table: "reports", key: null, by: ["id", "user_id"] });
});
