import { hash, randomBytes } from "node:crypto";

const lifeMs = 15 * 60_000;

/** Links that sign somebody in once. They are kept in this process, for a quarter of an hour. */
export interface OnceLinks {
  /** How many are kept. */
  size(): number;
  /** The token of a new one. */
  mint(accountId: string): string;
  /** Its account, once; null if it was used, has expired or never existed. */
  take(token: string): string | null;
}

export function createOnceLinks(now: () => Date): OnceLinks {
  const links = new Map<string, { accountId: string; until: number }>();
  return {
    size: () => links.size,
    mint(accountId) {
      const at = now().getTime();
      for (const [key, { until }] of links) if (until <= at) links.delete(key);
      const token = randomBytes(24).toString("base64url");
      links.set(hash("sha256", token), { accountId, until: at + lifeMs });
      return token;
    },
    take(token) {
      const key = hash("sha256", token);
      const link = links.get(key);
      links.delete(key);
      return link && link.until > now().getTime() ? link.accountId : null;
    },
  };
}
