import assert from "node:assert/strict";
import test from "node:test";
import { foreignKeyProblem } from "./foreign-key-problem.ts";

const violation = (constraint: string, code = "23503") =>
  Object.assign(new Error("violates"), { code, constraint });

for (const [what, error, expected] of [
  ["a row of a project", violation("prompt_tests_project_id_fkey"), "PROJECT_NOT_FOUND"],
  ["a row of a report", violation("share_links_project_id_report_id_fkey"), "REPORT_NOT_FOUND"],
  ["a page of a crawl", violation("crawl_pages_crawl_record_id_fkey"), "CRAWL_RECORD_NOT_FOUND"],
  ["a project of a workspace", violation("projects_in_workspace"), "WORKSPACE_NOT_FOUND"],
  ["a reference that nobody names", violation("api_keys_user_id_fkey"), undefined],
  ["a value that is there already", violation("share_links_project_id_report_id_fkey", "23505"), undefined],
  ["an error of another kind", new TypeError("x is not a function"), undefined],
] as const)
  test(`${what} whose parent is gone is ${expected ?? "no case of this"}`, () =>
    assert.equal(foreignKeyProblem(error), expected));
