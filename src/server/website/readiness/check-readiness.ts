import { Type } from "typebox";
import { action } from "../../api/action.ts";
import { projectId, website } from "../../api/examples/northwind.ts";
import { reply } from "../../api/reply.ts";
import { ProjectId } from "../../api/schema/id-terms.ts";
import { readiness } from "../website-examples.ts";
import { addressToCheck } from "./checked-address.ts";
import { freshReadinessCheck } from "./readiness-checks.ts";
import { ReadinessView, readinessView } from "./readiness-view.ts";

export const checkReadiness = action({
  name: "check_readiness",
  http: "POST /v1/readiness",
  summary: "Check by twenty criteria how well AI assistants can reach, read and quote a page.",
  description:
    "Fetches the page as an AI crawler would, and gives a fix for every failed check. A recent result is reused without using quota unless `forceRerun` is true.",
  tag: "content",
  scope: "content:write",
  effect: "writes",
  limit: "readiness",
  tool: true,
  on: "project",
  feature: "readiness",
  spends: "readiness",
  problems: ["URL_NOT_ALLOWED"],
  input: Type.Object({
    projectId: ProjectId,
    forceRerun: Type.Optional(
      Type.Boolean({ description: "Check again even if there is a result from the last 24 hours." }),
    ),
    url: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 2048,
        description: "Page to check, http or https; default: the project's website.",
      }),
    ),
  }),
  output: ReadinessView,
  example: () => ({
    bodies: {
      usual: {
        summary: "Check the project's website",
        value: { projectId, url: website, forceRerun: false },
      },
    },
    answers: { Readiness: { summary: "Shortened to one check of twenty", data: readiness } },
  }),
}).run(async (context, { url, forceRerun = false }) => {
  const { db, project, now } = context;
  const address = addressToCheck(project, url);
  const cachedCheck = forceRerun ? undefined : await freshReadinessCheck(db, project.id, address, now());
  if (cachedCheck) return reply(readinessView(cachedCheck, true));
  // Reading pages takes hundreds of modules, which the start need not wait for.
  const { runCheck } = await import("./run-check.ts");
  return runCheck(context, address);
});
