import assert from "node:assert/strict";
import { test } from "node:test";
import {
  type JudgedWatch,
  rememberedOf,
  type ToldChange,
  tellingsOf,
} from "../../../figures/watching/telling.ts";
import { usualWatches } from "../../../figures/watching/watch.ts";
import { memoriesOf, openChangeOf, type StoredMemory, type StoredWatch, storedWatch } from "./memories.ts";

const told: ToldChange = {
  ...{ id: "told", direction: "down", since: "2026-02-02T00:00:00.000Z", over: false },
  sinceBetween: ["2026-02-01T00:00:00.000Z", "2026-02-03T00:00:00.000Z"],
  ...{ before: 0.4, after: 0.2, reports: 2, reportsBefore: 6, deviations: 5 },
  ...{ toldAt: "2026-02-08T00:00:00.000Z", reportId: "r", competitor: null },
};
const memory = (change: ToldChange | null, surface: "api" | "web"): StoredMemory => ({
  kind: { surfaces: [surface], providers: [{ provider: "chatgpt" }], prompts: 10 },
  ...{ change, judgedAt: "2026-02-08T00:00:00.000Z", over: "", reports: 9 },
});
const other = memory({ ...told, id: "other", toldAt: "2026-01-08T00:00:00.000Z" }, "web");

/** What the version before makes of it: it reads and writes the change that was told last. */
const judged: JudgedWatch = {
  ...{ watch: usualWatches[0]!, competitor: null, over: "" },
  series: { rhythm: "weekly", current: null },
};
const moment = { watches: 2, at: told.toldAt, reportId: "r", newId: "new", judgedAt: null };
const asBefore = (stored: StoredWatch, tellings: Parameters<typeof rememberedOf>[2] = []): StoredWatch =>
  JSON.parse(JSON.stringify(rememberedOf(judged, stored as ToldChange, tellings)));

test("the version before finds the change that was told last, and leaves what it does not know", () => {
  const series = [memory(told, "api"), other];
  const stored = storedWatch(series);
  assert.equal(stored.id, "told");
  assert.deepEqual(tellingsOf(judged, stored as ToldChange, moment), []);
  assert.deepEqual(memoriesOf(asBefore(stored)), series);
  const none = storedWatch([memory(null, "api")]);
  assert.equal(none.over, true);
  assert.deepEqual(memoriesOf(asBefore(none)), [memory(null, "api")]);
  assert.equal(openChangeOf(none), undefined);
});

test("what the version before has told stays told", () => {
  const stored = storedWatch([memory(told, "api"), other]);
  const end = { kind: "cleared", change: told, because: "returned", level: 0.4 } as const;
  const ended = asBefore(stored, [end]);
  assert.deepEqual(memoriesOf(ended), [memory({ ...told, over: true }, "api"), other]);
  assert.equal(openChangeOf(ended)?.id, "other");
  const anew = asBefore(stored, [{ kind: "detected", change: { ...told, id: "anew" } }]);
  assert.deepEqual(memoriesOf(anew), [
    { kind: null, change: { ...told, id: "anew" }, judgedAt: null, over: "", reports: 0 },
  ]);
});
