import { hkdfSync, randomBytes } from "node:crypto";
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { StoreError } from "../db/store-error.ts";
import { newId } from "../kernel/id.ts";

/** As few as a configured one may have. */
const secretCharacters = 32;

export const secretPath = (dataDir: string) => join(dataDir, "secret");

/**
 * The secret that everything else is derived from: the configured one, or the one in the data directory, created on
 * first use.
 */
export function serverSecret({ secret, dataDir }: { secret: string | null; dataDir: string }): string {
  if (secret !== null) return secret;
  const path = secretPath(dataDir);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const fresh = `${path}-${newId()}`;
  try {
    return secretIn(path);
  } catch (error) {
    if (error instanceof StoreError) throw error;
    writeFileSync(fresh, `${randomBytes(32).toString("base64url")}\n`, { mode: 0o600 });
  }
  try {
    // Appears whole or not at all; if two processes create it at once, one wins.
    linkSync(fresh, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    rmSync(fresh, { force: true });
  }
  return secretIn(path);
}

/** Throws StoreError for a file that cannot be read or is cut off. */
function secretIn(path: string): string {
  let secret: string;
  try {
    secret = readFileSync(path, "utf8").trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") throw error;
    throw new StoreError(
      `${path} cannot be read. Give that file to the user that runs Overheard, or set OVERHEARD_SECRET to what it holds.`,
      { cause: error },
    );
  }
  if (secret.length >= secretCharacters) return secret;
  throw new StoreError(
    `${path} is empty or cut off. Put it back from a backup, or set OVERHEARD_SECRET to what it held; for a store that nobody has used, delete the file.`,
  );
}

/** The secrets that are there, without making one: the configured one or the data directory's, and the one before it. */
export function knownSecrets(terms: {
  secret: string | null;
  previousSecret: string | null;
  dataDir: string;
}): string[] {
  const { secret, previousSecret, dataDir } = terms;
  const there = secret !== null || existsSync(secretPath(dataDir));
  return [...(there ? [serverSecret(terms)] : []), ...(previousSecret === null ? [] : [previousSecret])];
}

/** All that must not appear in a log. */
export const heldSecrets = (
  config: Parameters<typeof knownSecrets>[0] & { secrets: readonly string[] },
): string[] => [...config.secrets, ...knownSecrets(config)];

/** 32 bytes for one purpose, which reveal nothing about those for another (HKDF, RFC 5869). */
export function derivedSecret(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "", `overheard ${purpose}`, 32));
}
