import { Type } from "typebox";
import { isPageAddress } from "../../domain/answer/citation/citation.ts";
import { action } from "../../kernel/action.ts";
import { canonicalUuid, newId } from "../../kernel/id.ts";
import { invalid, Problem } from "../../kernel/problem.ts";
import { reply } from "../../kernel/reply.ts";
import { insertIntervention, interventionsPerProject } from "../../store/reports/interventions.ts";
import { findReport } from "../../store/reports/reports.ts";
import { projectId } from "../examples/northwind.ts";
import { reportExamples } from "../examples/reports.ts";
import { ProjectId } from "../schema/id-terms.ts";
import { Closed } from "../schema/schema.ts";
import { withEffects } from "./steps/interventions-with-effects.ts";
import { InterventionView } from "./views/intervention-view.ts";
import { PromptKey } from "./views/prompt-key.ts";

export const createIntervention = action({
  name: "create_intervention",
  http: "POST /v1/projects/{projectId}/interventions",
  summary:
    "Record what was done to be named more often, and for which prompts, so that its effect can be judged.",
  description:
    "Publishing a draft creates one by itself. Name the prompts it is meant for: they are compared with the others.",
  tag: "analysis",
  scope: "projects:write",
  effect: "writes",
  limit: "read",
  tool: true,
  on: "project",
  status: 201,
  problems: ["REPORT_NOT_FOUND"],
  input: Type.Object({
    projectId: ProjectId,
    at: Type.Optional(
      Type.String({ format: "date-time", maxLength: 40, description: "When it was done; default: now." }),
    ),
    title: Type.String({ minLength: 1, maxLength: 200, description: "What was done." }),
    promptKeys: Type.Optional(
      Type.Array(PromptKey, {
        maxItems: 500,
        uniqueItems: true,
        description: "Prompts that it is meant for. Without them no other prompts are left to compare with.",
      }),
    ),
    url: Type.Optional(
      Type.String({ format: "uri", maxLength: 2048, description: "The page that was published or changed." }),
    ),
    reportId: Type.Optional(Type.String({ maxLength: 64, description: "The draft that was published." })),
    note: Type.Optional(Type.String({ minLength: 1, maxLength: 2000, description: "A note." })),
    plan: Type.Optional(
      Closed(
        {
          detect: Type.Number({
            minimum: 0.1,
            maximum: 100,
            description: "Smallest effect worth finding, percentage points.",
          }),
        },
        { title: "InterventionPlan", description: "What it is meant to show." },
      ),
    ),
  }),
  output: InterventionView,
  example: () => ({
    fields: { projectId },
    bodies: {
      usual: {
        summary: "A new page",
        value: {
          title: reportExamples().intervention.title,
          promptKeys: reportExamples().intervention.prompt_keys,
          url: reportExamples().intervention.url,
          plan: reportExamples().intervention.plan,
        },
      },
    },
    answers: {
      CreatedIntervention: {
        status: 201,
        summary: "Noted; too early to judge",
        data: {
          ...reportExamples().intervention,
          effect: { ...reportExamples().intervention.effect, ...reportExamples().tooEarly },
        },
      },
    },
  }),
}).run(async (context, { at, title, promptKeys = [], url, reportId, note, plan }) => {
  const { db, caller, project, now, write } = context;
  const done = at === undefined ? now() : new Date(at);
  if (done.getTime() > now().getTime() + dayMs) throw inFuture();
  if (url !== undefined && !isPageAddress(url)) throw noPage();
  const draft = reportId === undefined ? null : await findReport(db, caller, reportId);
  if (draft === undefined || (draft && draft.projectId !== project.id)) throw new Problem("REPORT_NOT_FOUND");
  const intervention = {
    ...{ id: newId(), projectId: project.id, at: done.toISOString(), title: title.trim(), promptKeys },
    ...{ url: url ?? null, reportId: draft && canonicalUuid(draft.id)!, note: note ?? null },
    smallestWorth: plan ? plan.detect / 100 : null,
    createdAt: now().toISOString(),
  };
  return write(async (db) => {
    if (!(await insertIntervention(db, intervention))) throw notStored(draft !== null);
    const [view] = await withEffects(db, [intervention]);
    return reply(view!, { location: `/v1/projects/${project.id}/interventions` });
  });
});

const dayMs = 86_400_000;

const inFuture = (): Problem =>
  invalid([
    {
      in: "body",
      path: "/at",
      code: "too_large",
      message: "This time is in the future. Give the time at which you made the change.",
      expected: "a past time",
    },
  ]);

const noPage = (): Problem =>
  invalid([
    {
      in: "body",
      path: "/url",
      code: "bad_format",
      message: "This is no address of a web page. It begins with https:// or http://.",
      expected: "an address of a web page",
    },
  ]);

const notStored = (ofDraft: boolean): Problem =>
  invalid([
    {
      in: "body",
      path: ofDraft ? "/reportId" : "/projectId",
      code: "too_many",
      message: ofDraft
        ? `This draft is an intervention already, or the project has ${interventionsPerProject}.`
        : `A project has at most ${interventionsPerProject} interventions. Delete one first.`,
    },
  ]);
