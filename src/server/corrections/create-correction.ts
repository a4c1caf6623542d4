import { Type } from "typebox";
import { correctionsPerProject } from "../../reader/correction.ts";
import { methodVersion } from "../../reader/read.ts";
import { action } from "../api/action.ts";
import { projectId } from "../api/examples/northwind.ts";
import { reply } from "../api/reply.ts";
import { ProjectId } from "../api/schema/id-terms.ts";
import { invalid, type Problem } from "../kernel/problem.ts";
import { lockProject, updateProject } from "../projects/projects.ts";
import { rereadingsOf } from "../runs/rereading/rereadings.ts";
import { correction, correctionTerms } from "./correction-examples.ts";
import { correctionFields, givenCorrection } from "./correction-terms.ts";
import { CorrectionView, correctionView } from "./correction-view.ts";
import { deleteCorrection, insertCorrection, listCorrections } from "./corrections.ts";
import { isOfSamePlace, planCorrection } from "./plan-correction.ts";
import { withAlias } from "./project-aliases.ts";

export const createCorrection = action({
  name: "create_correction",
  http: "POST /v1/projects/{projectId}/corrections",
  summary: "Mark an occurrence as the brand or not the brand, or add a name. Stored answers are read again.",
  description:
    "Take `start` and `end` from `get_provider_answer`: a counted mention that is not the brand, or one `not_counted` that is. A later correction of the same place takes the place of the earlier one. A project has at most 200.",
  tag: "projects",
  scope: "projects:write",
  effect: "writes",
  limit: "write",
  tool: true,
  on: "project",
  status: 201,
  problems: ["REPORT_NOT_FOUND", "ANSWER_NOT_FOUND"],
  audit: ({ kind }, { brand }) => ({ details: { kind, brand } }),
  input: Type.Object({
    projectId: ProjectId,
    ...correctionFields,
    note: Type.Optional(Type.String({ minLength: 1, maxLength: 500, description: "Why." })),
  }),
  output: CorrectionView,
  example: () => ({
    fields: { projectId },
    bodies: {
      usual: { summary: "This is not us, and why", value: { ...correctionTerms, note: correction.note! } },
    },
    answers: {
      CreatedCorrection: {
        status: 201,
        summary: "Kept; three reports are to be read again",
        data: correction,
      },
    },
  }),
}).run(async (context, { note, ...input }) => {
  const { db, caller, now, queue, write } = context;
  const request = givenCorrection(input);
  const corrections = await listCorrections(db, context.project.id);
  const { correction } = await planCorrection(context, request, { corrections, note: note ?? null });
  const replied = await write(async (db) => {
    const project = await lockProject(db, caller, context.project.id);
    if (request.kind === "alias")
      await updateProject(db, withAlias(project, request, () => {}).changed, now());
    for (const other of await listCorrections(db, project.id))
      if (isOfSamePlace(other, correction)) await deleteCorrection(db, project.id, other.id);
    if (!(await insertCorrection(db, correction))) throw tooMany();
    await queue.enqueueReread(db, project.id);
    const toRead = await rereadingsOf(db, project.id, methodVersion);
    const email = caller.kind === "operator" ? null : caller.email;
    return reply(correctionView({ ...correction, email }, { reportsToRead: toRead.length, caller }), {
      location: `/v1/projects/${project.id}/corrections`,
    });
  });
  queue.wake();
  return replied;
});

const tooMany = (): Problem =>
  invalid([
    {
      in: "body",
      path: "/kind",
      code: "too_many",
      message: `A project has at most ${correctionsPerProject} corrections. Delete one first.`,
    },
  ]);
