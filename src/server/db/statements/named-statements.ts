import { randomBytes } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { PoolClient } from "pg";

/** A statement has a name from this time on that it is made: what comes once or twice is not worth a plan that stays. */
const fromTime = 3;
/** Longer ones carry their values in lists, and come again seldom. */
const charactersMost = 8_000;
/** Statements that one connection keeps the plans of. */
const perConnection = 100;
/** Statements that are counted. */
const countedStatements = 2_000;
const countedCharacters = 4_000_000;

type Query = (...args: unknown[]) => unknown;

/**
 * Gives statements that are made again and again a name on each connection, so that they are parsed once and planned a few times.
 * Only those that list their columns: what `*` means changes when a migration adds a column, and then a named one fails.
 */
export function nameStatements(): (client: PoolClient) => void {
  const times = new LRUCache<string, number>({
    max: countedStatements,
    maxSize: countedCharacters,
    sizeCalculation: (_, text) => text.length,
  });
  // A pooler may give a session with its statements to another process.
  const own = randomBytes(6).toString("base64url");
  let connections = 0;

  return (client) => {
    connections += 1;
    const prefix = `${own} ${connections}`;
    const names = new Map<string, string>();

    function nameOf(text: string): string | undefined {
      const cachedName = names.get(text);
      if (cachedName !== undefined || names.size >= perConnection || !isNameable(text)) return cachedName;
      const time = (times.get(text) ?? 0) + 1;
      times.set(text, time);
      if (time < fromTime) return undefined;
      const name = `${prefix} ${names.size}`;
      names.set(text, name);
      return name;
    }

    const query = client.query.bind(client) as unknown as Query;
    const namedQuery: Query = (text, values, ...rest) => {
      const name = typeof text === "string" && Array.isArray(values) ? nameOf(text) : undefined;
      return name === undefined ? query(text, values, ...rest) : query({ name, text, values }, ...rest);
    };
    client.query = namedQuery as PoolClient["query"];
  };
}

const isNameable = (text: string): boolean =>
  text.length <= charactersMost &&
  /^\s*(?:select|with|insert|update|delete)\b/i.test(text) &&
  !columnsOf.test(text);

/** All columns of something, whichever it has; not a product, and not `count(*)`. */
const columnsOf = /(?:\.|,\s*|\bselect\s+(?:distinct\s+)?|\breturning\s+)\*/i;
