import assert from "node:assert/strict";
import { test } from "node:test";
import { Type } from "typebox";
import { caller, fakePorts, ownProjectId } from "../../../../test/http/ports.ts";
import type { Project } from "../../projects/project.ts";
import { action } from "../action.ts";
import type { Caller } from "../caller.ts";
import { perform } from "../perform.ts";
import { barrierTo } from "./entitlement.ts";
import { type Feature, features, openPlans, restingFeatures, standardPlans } from "./plan.ts";

const archived = { archived: true };
const active = { archived: false };

for (const [what, feature, table, who, project, expected] of [
  ["an open server", "share_links", openPlans, {}, active, null],
  ["a plan without it", "share_links", standardPlans, { plan: "free" }, active, "plan"],
  ["the plan before the project", "cms_publishing", standardPlans, { plan: "free" }, archived, "plan"],
  ["an archived project", "cms_publishing", standardPlans, { plan: "agency" }, archived, "project"],
  ["sharing what is archived", "share_links", openPlans, {}, archived, null],
  ["no project at all", "cms_publishing", openPlans, {}, undefined, null],
  ["a canceled plan", "share_links", openPlans, { planStatus: "canceled" }, active, "billing"],
  ["a plan that is due", "share_links", openPlans, { planStatus: "past_due" }, active, null],
] as const) {
  test(`${what}: ${expected ?? "nothing"} keeps one from ${feature}`, () => {
    assert.equal(barrierTo(feature, table, caller(who as Partial<Caller>), project), expected);
  });
}

const base = {
  name: "do_thing",
  summary: "Do a thing.",
  tag: "setup",
  effect: "writes",
  limit: "write",
} as const;
const Output = Type.Object({ id: Type.String() });
const ports = (state: { archived: boolean }) => ({
  ...fakePorts(),
  findProject: async (_db: unknown, _reach: unknown, id: string) =>
    id === ownProjectId ? ({ id, ...state } as Project) : undefined,
});

/** Code and reason of what comes of an action that names its project, or looks it up later. */
async function outcomeOf(
  feature: Feature,
  how: "named" | "looked up",
  state: { archived: boolean },
  id = ownProjectId,
) {
  const shared = {
    ...base,
    http: "POST /v1/things",
    scope: "visibility:run",
    feature,
    output: Output,
  } as const;
  const made =
    how === "named"
      ? action({ ...shared, on: "project", input: Type.Object({ projectId: Type.String() }) }).run(
          async ({ project }) => ({ id: project.id }),
        )
      : action({ ...shared, input: Type.Object({ thingId: Type.String() }) }).run(
          async ({ ownProject }, { thingId }) => ({ id: (await ownProject(thingId)).id }),
        );
  const outcome = await perform(made, ports(state), {
    door: "rest",
    requestId: "r1",
    authenticate: async () => caller(),
    raw: async () => (how === "named" ? { projectId: id } : { thingId: id }),
    idempotencyKey: null,
    waitSeconds: null,
    signal: new AbortController().signal,
  });
  return outcome.ok ? "ok" : [outcome.problem.code, outcome.problem.details?.reason ?? null].join(" ");
}

for (const how of ["named", "looked up"] as const) {
  test(`whatever feature an action declares, an archived project refuses runs, drafts and publishing (${how})`, async () => {
    for (const feature of features) {
      const expected = restingFeatures.includes(feature) ? "NO_ENTITLEMENT project" : "ok";
      assert.equal(await outcomeOf(feature, how, archived), expected, feature);
      assert.equal(await outcomeOf(feature, how, active), "ok", feature);
    }
  });

  test(`a project of somebody else is not found before anything is said of plans (${how})`, async () => {
    assert.equal(
      await outcomeOf("cms_publishing", how, archived, "0197a3c2-0000-7000-8000-000000000000"),
      "PROJECT_NOT_FOUND ",
    );
  });
}
