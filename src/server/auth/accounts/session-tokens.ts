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
  const withHashedWhere = <G extends { model: string; where?: Where[] | undefined }>(statement: G): G =>
    isSession(statement.model) && statement.where
      ? { ...statement, where: statement.where.map(hashedWhere) }
      : statement;
  const withHashedToken = <G extends { model: string }>(
    statement: G,
    field: "data" | "update" | "set",
  ): G => {
    const values = (statement as Record<string, unknown>)[field] as Row | undefined;
    if (!isSession(statement.model) || typeof values?.token !== "string") return statement;
    return { ...statement, [field]: { ...values, token: sessionTokenHash(values.token) } };
  };
  const withPlainToken = <R>(model: string, row: R, tokens: readonly string[]): R => {
    const stored = isSession(model) ? (row as Row)?.token : undefined;
    if (stored === undefined) return row;
    return { ...row, token: tokens.find((token) => sessionTokenHash(token) === stored) ?? "" };
  };
  const statements: Partial<DBTransactionAdapter> = {
    create: async (statement) => {
      const { token } = statement.data as { token?: unknown };
      const row = await adapter.create(withHashedToken(statement, "data"));
      return withPlainToken(statement.model, row, typeof token === "string" ? [token] : []) as never;
    },
    findOne: async (statement) =>
      withPlainToken(
        statement.model,
        await adapter.findOne(withHashedWhere(statement)),
        tokensIn(statement.where),
      ) as never,
    findMany: async (statement) => {
      const rows = await adapter.findMany(withHashedWhere(statement));
      return rows.map((row) => withPlainToken(statement.model, row, tokensIn(statement.where))) as never;
    },
    count: (statement) => adapter.count(withHashedWhere(statement)),
    update: async (statement) => {
      const row = await adapter.update(withHashedToken(withHashedWhere(statement), "update"));
      return withPlainToken(statement.model, row, tokensIn(statement.where)) as never;
    },
    updateMany: (statement) => adapter.updateMany(withHashedToken(withHashedWhere(statement), "update")),
    delete: (statement) => adapter.delete(withHashedWhere(statement)),
    deleteMany: (statement) => adapter.deleteMany(withHashedWhere(statement)),
    consumeOne: async (statement) =>
      withPlainToken(
        statement.model,
        await adapter.consumeOne(withHashedWhere(statement)),
        tokensIn(statement.where),
      ) as never,
    incrementOne: async (statement) =>
      withPlainToken(
        statement.model,
        await adapter.incrementOne(withHashedToken(withHashedWhere(statement), "set")),
        tokensIn(statement.where),
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
