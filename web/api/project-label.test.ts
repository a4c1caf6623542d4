import assert from "node:assert/strict";
import { test } from "node:test";
import { projectLabel } from "./project-label.ts";

const made = { name: "Brooks", domain: null, created_at: "2026-03-01T09:00:00.000Z" };

test("projects of one name are told apart by domain and when they were made; others by their name alone", () => {
  const projects = [
    { ...made, id: "1" },
    { ...made, id: "2", domain: "brooks.example" },
    { ...made, id: "3", created_at: "2026-03-01T11:30:00.000Z" },
    { ...made, id: "4", name: "Hoka" },
  ];
  const labels = projects.map((project) => projectLabel(project, projects));
  assert.equal(new Set(labels).size, 4);
  assert.match(labels[1]!, /^Brooks: brooks\.example, /);
  assert.equal(labels[3], "Hoka");
});
