import assert from "node:assert/strict";
import { test } from "node:test";
import { projectLabel } from "./project-label.ts";

const made = { domain: null, created_at: "2026-03-01T09:00:00.000Z" };
const labels = (projects: Parameters<typeof projectLabel>[1]) =>
  projects.map((project) => projectLabel(project, projects, "en-GB"));

test("projects of one name are told apart by domain or the day they were made", () => {
  assert.deepEqual(
    labels([
      { ...made, id: "1", name: "Brooks" },
      { ...made, id: "2", name: "Brooks", domain: "brooks.example", created_at: "2026-03-02T09:00:00.000Z" },
      { ...made, id: "3", name: "Hoka" },
    ]),
    ["Brooks · 1 March 2026", "Brooks · brooks.example", "Hoka"],
  );
});

test("those made on one day are told apart by the hour", () => {
  const [first, second] = labels([
    { ...made, id: "1", name: "Brooks" },
    { ...made, id: "2", name: "Brooks", created_at: "2026-03-01T11:30:00.000Z" },
  ]);
  assert.notEqual(first, second);
});
