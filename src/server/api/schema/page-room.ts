import { createPace } from "../../kernel/pace.ts";

/**
 * Bytes of JSON that a page of rows, or of anything else, has at most; what alone is longer is a page by itself. Source:
 * docs/contract/caching-and-paging.md.
 */
export const pageBytes = { rows: 256 * 1024, usual: 512 * 1024 };

/** For what surrounds the data of an answer: `meta`, with its warnings. */
const aroundBytes = 4 * 1024;

/** What still fits on a page. */
interface Room {
  /** Counts one more entry; whether it fits. */
  takes(entry: unknown): boolean;
}

/** The room on a page of so many bytes beside what is on it already. */
export function roomFor(bytes: number, page: unknown): Room {
  let remaining = bytes - aroundBytes - lengthOf(page);
  return {
    takes(entry) {
      remaining -= lengthOf(entry) + ",".length;
      return remaining >= 0;
    },
  };
}

/** The first of these entries that fit into so many bytes, beside what else is there; one at least, if there is any. */
export function fitting<T>(entries: readonly T[], beside: unknown = [], bytes = pageBytes.usual): T[] {
  const room = roomFor(bytes, beside);
  const end = entries.findIndex((entry, at) => !room.takes(entry) && at > 0);
  return end < 0 ? [...entries] : entries.slice(0, end);
}

const pace = createPace();

/** The same of entries that are made one page after the other: many pages that are asked for at once give others a turn. */
export const fittingInTurn = <T>(entries: () => readonly T[], beside: unknown = []): Promise<T[]> =>
  pace(() => fitting(entries(), beside));

const lengthOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));
