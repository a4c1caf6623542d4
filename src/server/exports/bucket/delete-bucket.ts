import { Type } from "typebox";
import { action } from "../../api/action.ts";
import { organizationId } from "../../api/examples/northwind.ts";
import { reply } from "../../api/reply.ts";
import { Deleted } from "../../api/schema/schema.ts";
import { Problem } from "../../kernel/problem.ts";
import { deleteBucket as remove } from "./buckets.ts";

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
