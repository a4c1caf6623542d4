import { hash } from "node:crypto";
import type { DBAdapter, DBTransactionAdapter, Where } from "@better-auth/core/db/adapter";
import type { BetterAuthPlugin } from "better-auth";

type Row = Record<string, unknown> | null;

/**
 * The only part of a session's token that is stored. The token has 190 random bits, so a plain hash cannot be reversed
 * by guessing.
 */
export const sessionTokenHash = (token: string): string => hash("sha256", token, "base64url");

/** Keeps session tokens out of the store, which has only their hashes: reading a table or a backup signs nobody in. */
export const hashedSessionTokens = (): BetterAuthPlugin => ({
  id: "hashed-session-tokens",
  init: ({ adapter }) => ({ context: { adapter: hashing(adapter) } }),
});

function hashing(adapter: DBAdapter): DBAdapter {
  return {
    ...hashingStatements(adapter),
    id: adapter.id,
    transaction: (work) => adapter.transaction((inside) => work(hashingStatements(inside))),
  };
}

/** Every statement about sessions takes tokens and returns those it was called with; it knows no others. */
function hashingStatements<A extends DBTransactionAdapter>(adapter: A): A {
  const isSession = (model: string) => model === "session";
  const asked = <G extends { model: string; where?: Where[] | undefined }>(given: G): G =>
    isSession(given.model) && given.where ? { ...given, where: given.where.map(hashedWhere) } : given;
  const written = <G extends { model: string }>(given: G, field: "data" | "update" | "set"): G => {
    const values = (given as Record<string, unknown>)[field] as Row | undefined;
    if (!isSession(given.model) || typeof values?.token !== "string") return given;
    return { ...given, [field]: { ...values, token: sessionTokenHash(values.token) } };
  };
  const told = <R>(model: string, row: R, tokens: readonly string[]): R => {
    const stored = isSession(model) ? (row as Row)?.token : undefined;
    if (stored === undefined) return row;
    return { ...row, token: tokens.find((token) => sessionTokenHash(token) === stored) ?? "" };
  };
  const statements: Partial<DBTransactionAdapter> = {
    create: async (given) => {
      const { token } = given.data as { token?: unknown };
      const row = await adapter.create(written(given, "data"));
      return told(given.model, row, typeof token === "string" ? [token] : []) as never;
    },
    findOne: async (given) =>
      told(given.model, await adapter.findOne(asked(given)), tokensIn(given.where)) as never,
    findMany: async (given) => {
      const rows = await adapter.findMany(asked(given));
      return rows.map((row) => told(given.model, row, tokensIn(given.where))) as never;
    },
    count: (given) => adapter.count(asked(given)),
    update: async (given) => {
      const row = await adapter.update(written(asked(given), "update"));
      return told(given.model, row, tokensIn(given.where)) as never;
    },
    updateMany: (given) => adapter.updateMany(written(asked(given), "update")),
    delete: (given) => adapter.delete(asked(given)),
    deleteMany: (given) => adapter.deleteMany(asked(given)),
    consumeOne: async (given) =>
      told(given.model, await adapter.consumeOne(asked(given)), tokensIn(given.where)) as never,
    incrementOne: async (given) =>
      told(
        given.model,
        await adapter.incrementOne(written(asked(given), "set")),
        tokensIn(given.where),
      ) as never,
  };
  return { ...adapter, ...statements };
}

/** The tokens that a query names. */
const tokensIn = (where: readonly Where[] = []): string[] =>
  where
    .filter(({ field }) => field === "token")
    .flatMap(({ value }) => value)
    .filter((value): value is string => typeof value === "string");

function hashedWhere(condition: Where): Where {
  const { field, value } = condition;
  if (field !== "token") return condition;
  if (Array.isArray(value)) return { ...condition, value: value.map((one) => sessionTokenHash(String(one))) };
  return typeof value === "string" ? { ...condition, value: sessionTokenHash(value) } : condition;
}
