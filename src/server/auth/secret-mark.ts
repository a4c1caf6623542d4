import { findSecretMark, keepSecretMark, replaceSecretMark } from "../accounts/secret-mark.ts";
import type { Db } from "../db/db.ts";
import { StoreError } from "../db/store-error.ts";
import { derivedSecret, secretPath, serverSecret } from "./server-secret.ts";

export interface SecretTerms {
  secret: string | null;
  previousSecret: string | null;
  dataDir: string;
}

/** Tells secrets apart and reveals none: what is derived for this purpose opens nothing. */
const markOf = (secret: string): string => derivedSecret(secret, "mark").toString("base64url");

/**
 * The server's secret, once it has proved to be the one that this store was used with, or the one that follows it. Throws
 * StoreError otherwise: every key would be refused, and nothing sealed could be opened.
 */
export async function heldSecret(db: Db, terms: SecretTerms): Promise<string> {
  const secret = serverSecret(terms);
  const { previousSecret: before } = terms;
  if (!(await secretFits(db, before ? [secret, before] : [secret]))) throw wrongSecret(terms);
  await keepSecretMark(db, markOf(secret), before && markOf(before));
  // Of two that start on a new store at once, one was first.
  if ((await findSecretMark(db)) !== markOf(secret)) throw wrongSecret(terms);
  return secret;
}

/** Whether the store was used with one of these, as far as it tells. */
export async function secretFits(db: Db, secrets: readonly string[]): Promise<boolean> {
  const mark = await findSecretMark(db);
  if (mark !== null) return secrets.map(markOf).includes(mark);
  // Used by a version that kept no mark, or never.
  const { opensSigningKeys } = await import("./accounts/sealed-accounts.ts");
  return opensSigningKeys(
    db,
    secrets.map((secret) => derivedSecret(secret, "accounts").toString("base64url")),
  );
}

/** Goes on with this secret, whatever the store was used with before. */
export const adoptSecret = (db: Db, secret: string): Promise<void> => replaceSecretMark(db, markOf(secret));

const wrongSecret = ({ secret, dataDir }: SecretTerms): StoreError =>
  new StoreError(
    `${
      secret === null
        ? `${secretPath(dataDir)} does not hold the secret that this store was used with. Put that file back, or set OVERHEARD_SECRET to what it held.`
        : "OVERHEARD_SECRET is not the secret that this store was used with. Set the right one; to replace it, set the one before as OVERHEARD_SECRET_PREVIOUS."
    } If it is lost or has leaked, see \`secret adopt\`.`,
  );
