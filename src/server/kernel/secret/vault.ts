/** Seals what users entrust to us, so that the store alone reveals nothing. */
export interface Vault {
  /** `owner`: id of what the secret belongs to; it opens for no other. */
  seal(owner: string, secret: unknown): Promise<string>;
  /** Undefined if it was sealed for another owner or with another key, or was tampered with. */
  open(owner: string, sealed: string): Promise<unknown>;
}

/**
 * A vault with a key of 32 bytes: JWE (RFC 7516), AES-256-GCM, with the owner in the authenticated header. It also
 * opens what was sealed with the former key, if there is one.
 */
export function createVault(key: Uint8Array, former: Uint8Array | null = null): Vault {
  const { seal, open } = vaultOf(key);
  if (!former) return { seal, open };
  const before = vaultOf(former);
  return { seal, open: async (owner, sealed) => (await open(owner, sealed)) ?? before.open(owner, sealed) };
}

/** Seals again, with this key and for the same owner, what was sealed with the former one; null if it was not. */
export async function resealed(sealed: string, key: Uint8Array, former: Uint8Array): Promise<string | null> {
  const { decodeProtectedHeader } = await import("jose");
  const { owner } = decodeProtectedHeader(sealed) as { owner: string };
  const content = await vaultOf(former).open(owner, sealed);
  return content === undefined ? null : vaultOf(key).seal(owner, content);
}

function vaultOf(key: Uint8Array): Vault {
  return {
    async seal(owner, secret) {
      const { CompactEncrypt } = await import("jose");
      return new CompactEncrypt(new TextEncoder().encode(JSON.stringify(secret)))
        .setProtectedHeader({ alg: "dir", enc: "A256GCM", owner })
        .encrypt(key);
    },
    async open(owner, sealed) {
      const { compactDecrypt, errors } = await import("jose");
      const terms = { keyManagementAlgorithms: ["dir"], contentEncryptionAlgorithms: ["A256GCM"] };
      try {
        const { plaintext, protectedHeader } = await compactDecrypt(sealed, key, terms);
        return protectedHeader.owner === owner ? JSON.parse(new TextDecoder().decode(plaintext)) : undefined;
      } catch (error) {
        if (error instanceof errors.JOSEError) return undefined;
        throw error;
      }
    },
  };
}
