import { symmetricDecrypt, symmetricEncrypt } from "better-auth/crypto";
import {
  deleteSigningKey,
  renewSigningKeys,
  renewTwoFactors,
  signingKeys,
} from "../../store/accounts/sealed-accounts.ts";
import type { Db } from "../../store/db/db.ts";

/** Seals with this secret what the account library sealed with the one before: the signing keys and the second factors. */
export async function resealAccounts(db: Db, secret: string, before: string): Promise<void> {
  const renew = async (sealed: string) => {
    const content = await opened(before, sealed);
    return content === null ? null : symmetricEncrypt({ key: secret, data: content });
  };
  await renewTwoFactors(db, renew);
  await renewSigningKeys(db, async (text) => {
    const sealed = await renew(JSON.parse(text));
    return sealed && JSON.stringify(sealed);
  });
}

/**
 * Deletes the keys that sessions' JWTs are signed with where this secret does not open them: the server has got another secret,
 * and the account library signs with the newest key or not at all. It makes another one then.
 */
export async function dropUnopenedKeys(db: Db, secret: string): Promise<void> {
  for (const { id, privateKey } of await signingKeys(db))
    if ((await opened(secret, JSON.parse(privateKey))) === null) await deleteSigningKey(db, id);
}

/** Null if it was sealed with another secret. */
const opened = (secret: string, sealed: string): Promise<string | null> =>
  symmetricDecrypt({ key: secret, data: sealed }).catch(() => null);
