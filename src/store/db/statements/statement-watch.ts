import { createHash } from "node:crypto";
import type { PoolClient } from "pg";
import type { Log } from "../../../kernel/log.ts";
import { statementTemplate } from "./statement-template.ts";

/** Looks at how long statements take. */
export interface StatementWatch {
  /** Looks at those of this connection from now on. */
  attach(client: PoolClient): void;
  /** From now on, logs statements that take longer than so many milliseconds; 0: none. */
  begin(slowMs: number, log: Log): void;
  /** Slow statements so far. */
  slow(): number;
}

type Query = (...given: unknown[]) => unknown;

export function watchStatements(clock: () => number = () => performance.now()): StatementWatch {
  let terms: { slowMs: number; log: Log } | null = null;
  let slow = 0;

  function judge(given: unknown, began: number, failed: boolean): void {
    const ms = clock() - began;
    if (!terms || ms < terms.slowMs) return;
    slow += 1;
    const text = typeof given === "string" ? given : (given as { text?: unknown } | null)?.text;
    const statement = statementTemplate(typeof text === "string" ? text : "");
    const id = createHash("sha256").update(statement).digest("hex").slice(0, 8);
    terms.log.warn({ statement, id, ms: Math.round(ms), ...(failed ? { failed } : {}) }, "a slow statement");
  }

  return {
    attach(client) {
      const query = client.query.bind(client) as unknown as Query;
      const watched: Query = (...given) => {
        if (!terms) return query(...given);
        const began = clock();
        const then = given.at(-1);
        if (typeof then === "function") {
          const judged = (error: unknown, ...rest: unknown[]) => {
            judge(given[0], began, Boolean(error));
            then(error, ...rest);
          };
          return query(...given.slice(0, -1), judged);
        }
        const result = query(...given);
        if (result instanceof Promise)
          result.then(
            () => judge(given[0], began, false),
            () => judge(given[0], began, true),
          );
        return result;
      };
      client.query = watched as PoolClient["query"];
    },
    begin(slowMs, log) {
      terms = slowMs > 0 ? { slowMs, log } : null;
    },
    slow: () => slow,
  };
}
