import assert from "node:assert/strict";
import { statfsSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { sql } from "kysely";
import { longTest } from "../../../../test/depth.ts";
import { noSmallDisk, smallDisk } from "../../../../test/faults/small-disk.ts";
import { createLog } from "../../kernel/log.ts";
import { isFullDisk, isOutage } from "../../kernel/outage.ts";
import { openStore } from "../open.ts";
import type { Store } from "../store.ts";
import { createRoom, lackOf, writes } from "./disk-room.ts";

const log = createLog("silent");

for (const [statement, expected] of [
  ["select id, updated_at from reports where deleted_at is null", false],
  ["with page as (select 1) select * from page", false],
  ["commit", false],
  ["rollback", false],
  ["insert into reports values (1)", true],
  ["with gone as (delete from replays returning 1) select 1", true],
  ["select 1 from users for update", true],
  [" BEGIN; select 1; COMMIT", true],
  ["begin", true],
] as const)
  test(`${statement} is ${expected ? "" : "no "}writing`, () => assert.equal(writes(statement), expected));

test("the file system is looked at ten times a second at the most", () => {
  let [looks, clock] = [0, 0];
  const look = () => {
    looks += 1;
    return looks === 1 ? null : "bytes";
  };
  const room = createRoom("/", look, () => clock);
  assert.deepEqual([room(), room(), looks], [true, true, 1]);
  clock = 100;
  assert.deepEqual([room(), looks], [false, 2]);
});

test("a file system lacks bytes, or files where it counts them", () => {
  const disk = (bavail: number, files: number, ffree: number) =>
    lackOf("/", { ...statfsSync("/"), bavail, bsize: 2 ** 20, files, ffree });
  assert.equal(disk(1_000, 1_000_000, 900_000), null);
  assert.equal(disk(10, 1_000_000, 900_000), "bytes");
  assert.equal(disk(1_000, 1_000_000, 50), "files");
  assert.equal(disk(1_000, 0, 0), null, "Btrfs makes them as it goes");
});

const skip = noSmallDisk();

test("a disk that can hold no more files is named as what keeps a store from being made", {
  skip,
}, async () => {
  using disk = smallDisk(200, { files: 40 });
  await assert.rejects(openStore({ databaseUrl: null, dataDir: join(disk.directory, "data") }, log), {
    name: "StoreError",
    message: /can hold no more files \(inodes\)/,
  });
});

/** Writes until it fails; the failure, and how often it went well. */
async function writeUntilFull({ db }: Store): Promise<{ error: unknown; written: number }> {
  for (let written = 0; ; written += 1) {
    const line = sql`insert into filler select string_agg(md5(random()::text), '') from generate_series(1, 8000)`;
    try {
      await line.execute(db);
    } catch (error) {
      return { error, written };
    }
  }
}

test("a full disk refuses what writes, reads go on, and so does everything once there is room", {
  skip,
}, async () => {
  using disk = smallDisk(110);
  await using store = await openStore({ databaseUrl: null, dataDir: join(disk.directory, "data") }, log);
  await sql`create table filler (t text)`.execute(store.db);
  disk.fill(60);
  const { error, written } = await writeUntilFull(store);
  assert.ok(isFullDisk(error) && written > 0, `${error}`);
  await assert.rejects(store.checkRoom(), isFullDisk);
  const { rows } = await sql<{ rows: number }>`select count(*)::int as rows from filler`.execute(store.db);
  assert.equal(rows[0]?.rows, written);

  disk.free();
  await new Promise((resolve) => setTimeout(resolve, 150));
  await store.checkRoom();
  await store.db.transaction().execute((db) => sql`insert into filler values ('more')`.execute(db));
});

longTest(
  "a disk that others fill in the middle of a write ends the store at once, and it opens again with all it had",
  {
    skip,
  },
  async () => {
    using disk = smallDisk(180);
    const place = { databaseUrl: null, dataDir: join(disk.directory, "data") };
    {
      await using store = await openStore(place, log);
      await sql`create table filler (t text)`.execute(store.db);
      await sql`insert into filler values ('kept')`.execute(store.db);
      // Enough is left for a statement to begin, and not for it to end.
      disk.fill(40);
      const much = sql`insert into filler select string_agg(md5(random()::text), '') from generate_series(1, 2000000) n group by n % 300`;
      await assert.rejects(much.execute(store.db), isOutage);
      assert.ok(isOutage(await store.broken));
      await assert.rejects(sql`select 1`.execute(store.db), isOutage);
    }
    disk.free();
    await using store = await openStore(place, log);
    const { rows } = await sql`select t from filler`.execute(store.db);
    assert.deepEqual(rows, [{ t: "kept" }]);
  },
);
