import { Type } from "typebox";
import { promptKey } from "../../../reader/prompt.ts";
import { action } from "../../api/action.ts";
import { Problem } from "../../kernel/problem.ts";
import { test } from "../website-examples.ts";
import { findPromptTest } from "./prompt-tests.ts";
import { TestView } from "./test-view.ts";

export const getTest = action({
  name: "get_test",
  http: "GET /v1/tests/{testId}",
  summary: "Get suggested prompts that were saved as a test.",
  description: "What POST /analyze asks when it is given this `testId`.",
  tag: "analysis",
  scope: "visibility:read",
  effect: "reads",
  limit: "read",
  problems: ["TEST_NOT_FOUND"],
  input: Type.Object({
    testId: Type.String({ minLength: 1, maxLength: 128, description: "Id of the saved test." }),
  }),
  output: TestView,
  example: () => ({
    fields: { testId: test.id },
    answers: { PromptTest: { summary: "The prompts of a saved test", data: test } },
  }),
}).run(async ({ db, caller }, { testId }) => {
  const test = await findPromptTest(db, caller, testId);
  if (!test) throw new Problem("TEST_NOT_FOUND");
  return {
    id: test.id,
    project_id: test.projectId,
    crawl_record_id: test.crawlRecordId,
    brand: test.brand,
    competitors: test.competitors,
    prompts: test.prompts.map(({ prompt, intent }) => ({ prompt_key: promptKey(prompt), prompt, intent })),
    prompt_count: test.prompts.length,
  };
});
