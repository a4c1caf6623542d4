/** Seals what users entrust to us, so that the store alone reveals nothing. */
export interface Vault {
  /** `owner`: id of what the secret belongs to; it opens for no other. */
  seal(owner: string, secret: unknown): Promise<string>;
  /** Undefined if it was sealed for another owner or with another key, or was tampered with. */
  open(owner: string, sealed: string): Promise<unknown>;
}

/** A vault with a key of 32 bytes: JWE (RFC 7516), AES-256-GCM, with the owner in the authenticated header. */
export function createVault(key: Uint8Array): Vault {
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
