import type { JSONWebKeySet, JWK } from "jose";
import { sql } from "kysely";
import type { Db } from "../../store/db/db.ts";

/** Reads the public keys of an identity provider. Rejects if it cannot. */
export type ReadKeys = () => Promise<JWK[]>;

const bytesAtMost = 64 * 1024;
const waitAtMostMs = 5_000;

/** Reads the key set at an address: one bounded GET, no redirects. */
export function remoteKeys(url: string, fetch = globalThis.fetch, waitMs = waitAtMostMs): ReadKeys {
  return async () => {
    const response = await fetch(url, {
      redirect: "error",
      signal: AbortSignal.timeout(waitMs),
      headers: { accept: "application/json" },
    });
    if (response.status !== 200 || !response.body) {
      await response.body?.cancel();
      throw new Error(`the key set answered ${response.status}`);
    }
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of response.body) {
      size += chunk.length;
      if (size > bytesAtMost) throw new Error("the key set is too large");
      chunks.push(chunk);
    }
    const { keys } = JSON.parse(Buffer.concat(chunks).toString("utf8")) as Partial<JSONWebKeySet>;
    if (!Array.isArray(keys)) throw new Error("the key set holds no keys");
    return keys.filter(isUsable).map(publicPart);
  };
}

/** Reads the public keys with which our own accounts sign. */
export function ownKeys(db: Db): ReadKeys {
  return async () => {
    const { rows } = await sql<{ id: string; alg: string | null; publicKey: string }>`
      select id, alg, "publicKey" from identity_signing_keys`.execute(db);
    return rows.map(({ id, alg, publicKey }) => ({
      ...JSON.parse(publicKey),
      kid: id,
      ...(alg ? { alg } : {}),
    }));
  };
}

const isUsable = (key: unknown): key is JWK => {
  const { kid, kty } = (key ?? {}) as JWK;
  return typeof kid === "string" && ["RSA", "EC", "OKP"].includes(kty ?? "");
};

const publicMembers = ["kid", "kty", "alg", "use", "key_ops", "crv", "n", "e", "x", "y"] as const;

const publicPart = (key: JWK): JWK =>
  Object.fromEntries(
    publicMembers.flatMap((name) => (key[name] === undefined ? [] : [[name, key[name]]])),
  ) as JWK;
