import type { Count, Window } from "./counter.ts";

/** Counts `times` requests in the key's window at once. */
export type CountMany = (key: string, times: number, windowSeconds: number) => Promise<Window>;

interface Waiting {
  resolve(window: Window): void;
  reject(error: unknown): void;
}

/**
 * Requests with one key that arrive while one is being counted share the next round trip, and each still gets its own
 * place: exact, and cheap for a busy key.
 */
export function gather(countMany: CountMany): Count {
  const lines = new Map<string, Waiting[]>();

  async function serve(key: string, windowSeconds: number, line: Waiting[]): Promise<void> {
    while (line.length > 0) {
      const served = line.splice(0);
      try {
        const { count, msLeft } = await countMany(key, served.length, windowSeconds);
        let place = count - served.length;
        for (const { resolve } of served) resolve({ count: ++place, msLeft });
      } catch (error) {
        for (const { reject } of served) reject(error);
      }
    }
    lines.delete(key);
  }

  return ({ key, windowSeconds }) =>
    new Promise((resolve, reject) => {
      const line = lines.get(key);
      if (line) return void line.push({ resolve, reject });
      const opened = [{ resolve, reject }];
      lines.set(key, opened);
      void serve(key, windowSeconds, opened);
    });
}
