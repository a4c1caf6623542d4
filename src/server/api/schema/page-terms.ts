import { type Static, Type } from "typebox";
import type { Cursors } from "../../kernel/secret/cursor.ts";
import { type Reply, reply } from "../reply.ts";
import { fittingInTurn } from "./page-room.ts";

/** Default page size: these lists once came whole, and no account on a plan has more rows. */
const usual = 500;

/** The fields of a list that comes whole if it can; `what`: the plural of what it lists. */
export const pageFields = (what: string) => ({
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: usual, default: usual, description: `${what} per page.` }),
  ),
  cursor: Type.Optional(
    Type.String({ minLength: 1, maxLength: 512, description: "`next_cursor` of the previous page." }),
  ),
});

type PageTerms = Static<ReturnType<typeof Type.Object<ReturnType<typeof pageFields>>>>;

interface Listed {
  id: string;
  createdAt: string;
}

/** A page of a list that is sorted newest first. */
export interface Page {
  /** What to read: one row more than the page holds, which tells whether there is another page. */
  range: { limit: number; after: Listed | null };
  reply<T extends Listed, V>(rows: readonly T[], view: (row: T) => V): Promise<Reply<V[]>>;
}

/** `scope` names the list and its owner. Throws a 400 for a cursor from another list. */
export function pageOf(cursors: Cursors, scope: string, { limit = usual, cursor }: PageTerms): Page {
  const position = cursors.open(scope, cursor);
  return {
    range: { limit: limit + 1, after: position === undefined ? null : JSON.parse(position) },
    async reply(rows, view) {
      const views = await fittingInTurn(() => rows.slice(0, limit).map(view));
      const last = rows.length > views.length ? rows[views.length - 1] : undefined;
      const end = last && cursors.seal(scope, JSON.stringify({ createdAt: last.createdAt, id: last.id }));
      return reply(views, {
        pagination: { limit, next_cursor: end ?? null, has_more: end !== undefined },
      });
    },
  };
}
