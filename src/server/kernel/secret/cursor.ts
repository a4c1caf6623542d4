import { createHmac, timingSafeEqual } from "node:crypto";
import { invalid } from "../problem.ts";

/** Opaque page cursors: signed, and bound to the route and filters that they were made for. */
export interface Cursors {
  /** `scope` names the route and its filters; `position` is where the next page starts. */
  seal(scope: string, position: string): string;
  /** The position, or undefined if no cursor was given. Throws a 400 for one that was tampered with. */
  open(scope: string, cursor: string | undefined): string | undefined;
}

export function createCursors(secret: string): Cursors {
  const sign = (scope: string, position: string) =>
    createHmac("sha256", secret).update(`cursor\0${scope}\0${position}`).digest().subarray(0, 16);
  return {
    seal: (scope, position) =>
      Buffer.concat([sign(scope, position), Buffer.from(position)]).toString("base64url"),
    open(scope, cursor) {
      if (cursor === undefined) return undefined;
      const bytes = Buffer.from(cursor, "base64url");
      const position = bytes.subarray(16).toString();
      const canonical = bytes.toString("base64url") === cursor;
      if (canonical && bytes.length > 16 && timingSafeEqual(bytes.subarray(0, 16), sign(scope, position)))
        return position;
      throw invalid([
        {
          in: "query",
          path: "/cursor",
          code: "bad_cursor",
          message: "This cursor is not from this list: begin without one.",
        },
      ]);
    },
  };
}
