import { randomInt } from "node:crypto";
import { Type } from "typebox";
import { dayMs } from "../../../figures/days/calendar.ts";
import { fewestControls } from "../../../figures/effect/effect.ts";
import { isPageAddress } from "../../../reader/citation/citation.ts";
import { action } from "../../api/action.ts";
import { projectId } from "../../api/examples/northwind.ts";
import { reply } from "../../api/reply.ts";
import { ProjectId } from "../../api/schema/id-terms.ts";
import { PromptKey } from "../../api/schema/prompt-key.ts";
import { Closed } from "../../api/schema/schema.ts";
import { canonicalUuid, newId } from "../../kernel/id.ts";
import { invalid, Problem } from "../../kernel/problem.ts";
import { lockProject } from "../../projects/projects.ts";
import { reportExamples } from "../report-examples.ts";
import { findReport } from "../reports.ts";
import { InterventionView } from "./intervention-view.ts";
import { insertIntervention, interventionsPerProject } from "./interventions.ts";
import { withEffects } from "./interventions-with-effects.ts";

export const createIntervention = action({
  name: "create_intervention",
  http: "POST /v1/projects/{projectId}/interventions",
  summary: "Record what was done to be named more often, and for which prompts, to judge its effect.",
  description: "Publishing a draft creates one by itself.",
  tag: "analysis",
  scope: "projects:write",
  effect: "writes",
  limit: "write",
  // Each effect is counted from the answers of up to sixteen reports.
  heavy: () => true,
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
        description: "Prompts that it is meant for.",
      }),
    ),
    randomHalf: Type.Optional(
      Type.Boolean({
        description: "Draw half to act on; leave the others alone.",
      }),
    ),
    url: Type.Optional(
      Type.String({ format: "uri", maxLength: 2048, description: "The page published or changed." }),
    ),
    reportId: Type.Optional(Type.String({ maxLength: 64, description: "The published draft." })),
    note: Type.Optional(Type.String({ minLength: 1, maxLength: 2000, description: "A note." })),
    plan: Type.Optional(
      Closed(
        {
          detect: Type.Number({
            minimum: 0.1,
            maximum: 100,
            description: "Smallest effect worth finding, points.",
          }),
        },
        { title: "InterventionPlan", description: "What it should show." },
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
}).run(async (context, { at, title, promptKeys = [], randomHalf = false, url, reportId, note, plan }) => {
  const { db, caller, project, now, write } = context;
  const done = at === undefined ? now() : new Date(at);
  const ahead = done.getTime() - now().getTime();
  if (ahead > (randomHalf ? 90 : 1) * dayMs) throw inFuture(randomHalf);
  if (randomHalf && ahead < -dayMs) throw inPast();
  if (randomHalf && promptKeys.length < 2 * fewestControls) throw tooFewToHalve();
  if (url !== undefined && !isPageAddress(url)) throw noPage();
  const draft = reportId === undefined ? null : await findReport(db, caller, reportId);
  if (draft === undefined || (draft && draft.projectId !== project.id)) throw new Problem("REPORT_NOT_FOUND");
  const intervention = {
    ...{ id: newId(), projectId: project.id, at: done.toISOString(), title: title.trim() },
    ...(randomHalf ? halved(promptKeys) : { promptKeys, controlKeys: null }),
    ...{ url: url ?? null, reportId: draft && canonicalUuid(draft.id)!, note: note ?? null },
    smallestWorth: plan ? plan.detect / 100 : null,
    createdAt: now().toISOString(),
  };
  // Before the transaction, which others may wait for: it is counted from reports alone.
  const [view] = await withEffects(db, [intervention]);
  return write(async (db) => {
    // Of several at once, each sees what the others have stored.
    await lockProject(db, caller, project.id);
    if (!(await insertIntervention(db, intervention))) throw notStored(draft !== null);
    return reply(view!, { location: `/v1/projects/${project.id}/interventions` });
  });
});

/** Half of them, rounded down, by chance; in the order given. */
function halved(keys: readonly string[]): { promptKeys: string[]; controlKeys: string[] } {
  const remainingKeys = [...keys];
  const drawn = new Set(
    Array.from(
      { length: Math.floor(keys.length / 2) },
      () => remainingKeys.splice(randomInt(remainingKeys.length), 1)[0]!,
    ),
  );
  return { promptKeys: keys.filter((key) => drawn.has(key)), controlKeys: remainingKeys };
}

const inFuture = (randomHalf: boolean): Problem =>
  invalid([
    {
      in: "body",
      path: "/at",
      code: "too_large",
      message: randomHalf
        ? "This time is more than 90 days ahead. Draw the half nearer to when you will act."
        : "This time is in the future. Give the time at which you made the change.",
      expected: randomHalf ? "a time within 90 days" : "a past time",
    },
  ]);

const inPast = (): Problem =>
  invalid([
    {
      in: "body",
      path: "/at",
      code: "too_small",
      message:
        "Half of the prompts can only be drawn before anything is done. Leave `randomHalf` out, or give the time when you will act.",
      expected: "a time from today on",
    },
  ]);

const tooFewToHalve = (): Problem =>
  invalid([
    {
      in: "body",
      path: "/promptKeys",
      code: "too_few",
      message: `To draw half of them, name at least ${2 * fewestControls} prompts.`,
      expected: `${2 * fewestControls} prompts or more`,
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
