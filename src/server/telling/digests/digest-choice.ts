import { dayMs } from "../../../figures/days/calendar.ts";
import type { Db } from "../../db/db.ts";
import { nextDigest } from "../../projects/schedule.ts";
import { type DigestOwner, findDigest, putDigest, type StoredDigest } from "./digests.ts";

interface Chosen {
  active: boolean;
  timezone: string;
  onlyChanges: boolean;
}

/** Nobody gets two in a week by moving to where it is Monday again. */
const apartMs = 5 * dayMs;

/** Stores what is chosen of a digest, in the given transaction. */
export async function chooseDigest(
  db: Db,
  { organizationId, owner, now }: { organizationId: string; owner: DigestOwner; now: Date },
  { active, timezone, onlyChanges }: Chosen,
): Promise<StoredDigest> {
  const before = await findDigest(db, organizationId, owner, { lock: true });
  const settledMs = before?.settledAt ? Date.parse(before.settledAt) + apartMs : 0;
  // One that is due at this moment still comes.
  const dueAt =
    before?.active && active && before.timezone === timezone
      ? new Date(before.dueAt)
      : nextDigest(timezone, new Date(Math.max(now.getTime(), settledMs)));
  return putDigest(db, { organizationId, owner, now }, { active, timezone, onlyChanges, dueAt });
}
