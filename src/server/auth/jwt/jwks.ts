import type { JSONWebKeySet, JWK } from "jose";
import { sql } from "kysely";
import type { Db } from "../../db/db.ts";

/** Reads the public keys of an identity provider. Rejects if it cannot. */
export type ReadKeys = () => Promise<JWK[]>;

/** Reads the key set at an address by a bounded fetch. */
export function remoteKeys(url: string, fetch: typeof globalThis.fetch): ReadKeys {
  return async () => {
    const response = await fetch(url, { headers: { accept: "application/json" } });
    if (response.status !== 200) throw new Error(`the key set answered ${response.status}`);
    const text = await response.text();
    const { keys } = JSON.parse(text) as Partial<JSONWebKeySet>;
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
