import { Type } from "typebox";
import { action } from "../../kernel/action.ts";
import { Problem } from "../../kernel/problem.ts";
import { reply } from "../../kernel/reply.ts";
import { deleteBucket as remove } from "../../store/exports/buckets.ts";
import { organizationId } from "../examples/northwind.ts";
import { Deleted } from "../schema/schema.ts";

export const deleteBucket = action({
  name: "delete_bucket",
  http: "DELETE /v1/bucket",
  summary: "End the nightly export, and delete the bucket's credentials; what was written stays there.",
  description: "For admins. If you save it again, everything is written anew, under the same names.",
  tag: "organization",
  scope: "projects:write",
  role: "admin",
  effect: "deletes",
  limit: "write",
  sessionOnly: true,
  problems: ["BUCKET_NOT_FOUND"],
  input: Type.Object({}),
  output: Deleted,
  example: () => ({
    answers: { DeletedBucket: { summary: "Deleted", data: { id: organizationId, deleted: true } } },
  }),
}).run(({ caller: { organizationId }, write }) =>
  write(async (db) => {
    if (!(await remove(db, organizationId))) throw new Problem("BUCKET_NOT_FOUND");
    return reply({ id: organizationId, deleted: true });
  }),
);
