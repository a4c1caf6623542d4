import assert from "node:assert/strict";
import { test } from "node:test";
import { actions } from "../actions.ts";
import { invalid, Problem } from "../kernel/problem.ts";
import { createHelp } from "./help.ts";

const help = createHelp(actions);
const called = (name: string) => actions.find((action) => action.name === name)!;
const notUuid = (path: string) =>
  invalid([
    {
      in: "body",
      path,
      code: "bad_format",
      message: "Must be an id such as 0197a3c2-5b7e-7c41-9d1e-2f4a6b8c0d13.",
    },
  ]);

for (const [what, failed, problem, says] of [
  [
    "a project that is not there",
    "get_project",
    new Problem("PROJECT_NOT_FOUND"),
    "You have no such project. GET /v1/projects lists your projects.",
  ],
  [
    "an id that is none",
    "run_project_analysis",
    notUuid("/projectId"),
    "projectId: Must be an id such as 0197a3c2-5b7e-7c41-9d1e-2f4a6b8c0d13. GET /v1/projects lists your projects.",
  ],
  [
    "a field that no route lists",
    "create_project",
    notUuid("/about"),
    "about: Must be an id such as 0197a3c2-5b7e-7c41-9d1e-2f4a6b8c0d13.",
  ],
  [
    "the route that failed itself",
    "list_projects",
    new Problem("PROJECT_NOT_FOUND"),
    "You have no such project.",
  ],
  [
    "words that name a route already",
    "get_latest_report",
    new Problem("REPORT_NOT_READY", { message: "Poll GET /v1/reports/1." }),
    "Poll GET /v1/reports/1.",
  ],
] as const) {
  test(`a failure names the route that helps with ${what}`, () => {
    assert.equal(help(called(failed), problem), says);
  });
}

test("a route that the door does not have is not named", () => {
  const alone = createHelp([called("get_project")]);
  assert.equal(alone(called("get_project"), new Problem("PROJECT_NOT_FOUND")), "You have no such project.");
});
