import type { Db } from "../../../db/db.ts";
import { shareTokenHash } from "../../../kernel/secret/share-token.ts";
import { putPasswordLink, takePasswordLink } from "../../../organizations/members/password-links.ts";
import { AccountError } from "../account-error.ts";
import type { SignIn } from "../sign-in.ts";

/** The links with which members set a password, made by an admin of theirs. */
export interface MemberLinks {
  /** Sets a password by the token of a link, once, as the link of a letter does. */
  setPassword(token: string, password: string): ReturnType<SignIn["setPassword"]>;
}

export function createMemberLinks(parts: {
  db: Db;
  now(): Date;
  /** Sets it and ends every session. Throws AccountError. */
  resetPassword(email: string, password: string): Promise<void>;
}): MemberLinks {
  const { db, now, resetPassword } = parts;
  return {
    async setPassword(token, password) {
      const hash = shareTokenHash(token);
      const redemption = hash && (await takePasswordLink(db, hash, now()));
      if (!redemption) return { why: "expired" };
      try {
        await resetPassword(redemption.email, password);
        return { cookies: [] };
      } catch (error) {
        // It has set nothing, so it is still good.
        await putPasswordLink(db, redemption.link);
        if (!(error instanceof AccountError)) throw error;
        return { badPassword: error.message };
      }
    },
  };
}
