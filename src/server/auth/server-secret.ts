import { hkdfSync, randomBytes } from "node:crypto";
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { newId } from "../kernel/id.ts";

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
    return readFileSync(path, "utf8").trim();
  } catch {
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
  return readFileSync(path, "utf8").trim();
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
