import assert from "node:assert/strict";
import { test } from "node:test";
import type { ReportListing, Trends } from "../../api/questions.ts";
import { fileColumnsOf } from "./file-columns.ts";

test("the answers in a file of reports are those of its figures, and none where there are no figures", () => {
  const points = [{ report_id: "a", at: "2026-03-02T06:00:00.000Z", answers: 12, prompts: 3 }];
  const columns = fileColumnsOf({ points, competitors: [] } as unknown as Trends);
  const answers = columns.find(({ head }) => head === "answers")!;
  const listed = (id: string) => ({ id, progress: { jobs_done: 40 } }) as ReportListing;
  assert.deepEqual([answers.cell(listed("a")), answers.cell(listed("b"))], [12, null]);
});
