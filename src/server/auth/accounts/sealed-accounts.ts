import { symmetricDecrypt, symmetricEncrypt } from "better-auth/crypto";
import {
  deleteSigningKey,
  renewSigningKeys,
  renewTwoFactors,
  signingKeys,
} from "../../accounts/sealed-accounts.ts";
import type { Db } from "../../db/db.ts";

/**
 * Seals again with this secret what the account library sealed with the previous one: signing keys and second factors.
 */
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
 * Deletes the signing keys of session JWTs if this secret does not open them: the server's secret has changed, and the
 * account library signs with the newest key or not at all. It then makes a new one.
 */
export async function dropUnopenedKeys(db: Db, secret: string): Promise<void> {
  for (const { id, privateKey } of await signingKeys(db))
    if ((await opened(secret, JSON.parse(privateKey))) === null) await deleteSigningKey(db, id);
}

/** Whether one of these secrets opens one of the signing keys, or there are none. */
export async function opensSigningKeys(db: Db, secrets: readonly string[]): Promise<boolean> {
  const keys = await signingKeys(db);
  for (const { privateKey } of keys)
    for (const secret of secrets) if ((await opened(secret, JSON.parse(privateKey))) !== null) return true;
  return keys.length === 0;
}

/** Null if it was sealed with another secret. */
const opened = (secret: string, sealed: string): Promise<string | null> =>
  symmetricDecrypt({ key: secret, data: sealed }).catch(() => null);
