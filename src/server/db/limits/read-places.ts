import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { forEverybody } from "../../kernel/turns/on-behalf.ts";
import type { Db } from "../db.ts";

/** The places for large reads of each organization. */
export interface ReadPlaces extends Disposable {
  /** Takes one that is free; how to give it back, which never rejects. Null: none is free. Rejects if the store is away. */
  claim(organizationId: string): Promise<(() => Promise<void>) | null>;
}

/** Where one process is alone, it knows by itself how many are taken. */
export const placesOfOneProcess: ReadPlaces = {
  claim: async () => async () => undefined,
  [Symbol.dispose]: () => undefined,
};

/** A process that dies, or stands still for longer, has given its places back after this. */
const leaseSeconds = 15;
const renewMs = 4_000;

/**
 * Places that all processes of a database share, each a row that lapses by the database's clock unless it is renewed.
 * Sessions hold no lock, so a pooler between us and the database changes nothing.
 */
export function placesInPostgres(db: Db, atOnce: number): ReadPlaces {
  const tokens = new Set<string>();
  let renewing: NodeJS.Timeout | null = null;

  async function renew(): Promise<void> {
    if (tokens.size === 0) return;
    await sql`update heavy_reads set until = ${lapse} where token = any(${[...tokens]}::uuid[])`
      .execute(db)
      // The next round tries again, in time.
      .catch(() => undefined);
  }

  async function giveBack(organizationId: string, token: string): Promise<void> {
    tokens.delete(token);
    if (tokens.size === 0 && renewing) {
      clearInterval(renewing);
      renewing = null;
    }
    // If it fails, the place lapses.
    await sql`delete from heavy_reads where organization_id = ${organizationId} and token = ${token}`
      .execute(db)
      .catch(() => undefined);
  }

  return {
    async claim(organizationId) {
      const token = randomUUID();
      const { rows } = await sql`
        insert into heavy_reads as held (organization_id, place, token, until)
        select ${organizationId}::uuid, place, ${token}::uuid, ${lapse} from generate_series(1, ${atOnce}::int) place
        where not exists (select from heavy_reads other
          where other.organization_id = ${organizationId} and other.place = place.place and not ${lapsed(sql`other.until`)})
        order by random() limit 1
        on conflict (organization_id, place) do update set token = excluded.token, until = excluded.until
          where ${lapsed(sql`held.until`)}
        returning 1`.execute(db);
      if (rows.length === 0) return null;
      tokens.add(token);
      // It goes on for all who hold a place, not for the first alone.
      renewing ??= forEverybody(() => setInterval(() => void renew(), renewMs).unref());
      return () => giveBack(organizationId, token);
    },
    [Symbol.dispose]() {
      if (renewing) clearInterval(renewing);
    },
  };
}

const lapse = sql`now() + make_interval(secs => ${leaseSeconds})`;

/** Also if it names a time that nothing taken by this clock can name: the clock has been set back since. */
const lapsed = (until: ReturnType<typeof sql>) =>
  sql`(${until} <= now() or ${until} > now() + make_interval(secs => ${2 * leaseSeconds}))`;
