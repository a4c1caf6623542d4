import assert from "node:assert/strict";
import { test } from "node:test";
import { spendingMessage } from "./spending-message.ts";

const titleOf = (type: "spend.warning" | "spend.exhausted", usedUsd: number): string => {
  const facts = { limitUsd: 10, usedUsd, month: "2026-03" };
  const ids = { organizationId: "o", projectId: "p", objectId: "p" };
  const event = { ...ids, type, facts, project: "Acme" };
  return spendingMessage("https://site.test", event).title;
};

test("what is said of a month's money is what happened to it", () => {
  assert.equal(titleOf("spend.warning", 8), "Acme: four fifths of the month's money are used");
  assert.equal(titleOf("spend.exhausted", 10), "Acme: the month's money is used");
  assert.equal(titleOf("spend.exhausted", 6), "Acme: too little of the month's money is left for a run");
});
