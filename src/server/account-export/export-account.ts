import { Type } from "typebox";
import { findUserById } from "../accounts/users.ts";
import { action } from "../api/action.ts";
import { reply } from "../api/reply.ts";
import { Problem } from "../kernel/problem.ts";
import { filesOfAccount } from "./account-files.ts";
import { gzipped, tarOf } from "./tar.ts";

/** Whose archives this process is making. */
const underWay = new Set<string>();

export const exportAccount = action({
  name: "export_account",
  http: "GET /v1/account/export",
  summary: "Download everything kept of you and of the organizations that are yours alone, as tar.gz.",
  description:
    "JSON Lines and Markdown: your account, keys and connectors without secrets, and all that is measured in organizations without other members.",
  tag: "organization",
  scope: "visibility:read",
  effect: "reads",
  limit: "import",
  heavy: () => true,
  sessionOnly: true,
  noStore: true,
  produces: ["application/gzip"],
  problems: ["EXPORT_RUNNING"],
  input: Type.Object({}),
  output: Type.String(),
  example: () => ({ answers: {}, text: { "application/gzip": "the bytes of an archive" } }),
}).run(async ({ db, caller, settings, now }) => {
  const user = await findUserById(db, caller.userId);
  if (!user) throw new Problem("UNAUTHORIZED", { details: { reason: "invalid" } });
  const at = now();
  const files = filesOfAccount(db, user, { siteUrl: settings.siteUrl, now: at });
  return reply("", {
    stream: {
      contentType: "application/gzip",
      fileName: `overheard-${at.toISOString().slice(0, 10)}.tar.gz`,
      chunks: oneAtATime(user.id, gzipped(tarOf(files, at))),
      compressed: true,
    },
  });
});

/** Throws EXPORT_RUNNING at the first piece, where another archive of the same person is being made. */
async function* oneAtATime<T>(userId: string, pieces: AsyncIterable<T>): AsyncGenerator<T> {
  if (underWay.has(userId)) throw new Problem("EXPORT_RUNNING", { retryAfterSeconds: 10 });
  underWay.add(userId);
  try {
    yield* pieces;
  } finally {
    underWay.delete(userId);
  }
}
