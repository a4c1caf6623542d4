import { renewVaults } from "../accounts/sealed-accounts.ts";
import { derivedSecret } from "../auth/server-secret.ts";
import type { Db } from "../db/db.ts";
import { resealed } from "../kernel/secret/vault.ts";

/** Seals with this secret all that vaults have sealed with the one before. */
export const resealVaults = (db: Db, secret: string, before: string): Promise<void> =>
  renewVaults(
    db,
    (purpose) => (sealed) => resealed(sealed, derivedSecret(secret, purpose), derivedSecret(before, purpose)),
  );
