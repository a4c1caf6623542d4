import assert from "node:assert/strict";
import { test } from "node:test";
import { type Column, shownRows } from "./shown-rows.ts";

const rows = [
  { name: "Key 10", used: 3 },
  { name: "key 9", used: 30 },
  { name: "Other", used: 3 },
];
const columns: Column<(typeof rows)[number]>[] = [
  { key: "name", head: "Name", text: ({ name }) => name },
  { key: "used", head: "Used", text: ({ used }) => `${used} times`, by: ({ used }) => used },
];
const names = (sort: string, words = "") => shownRows(rows, columns, { sort, words }).map(({ name }) => name);

test("a column is sorted by what it means, both ways, and equal rows stay as they came", () => {
  assert.deepEqual(names("name"), ["key 9", "Key 10", "Other"]);
  assert.deepEqual(names("used"), ["Key 10", "Other", "key 9"]);
  assert.deepEqual(names("-used"), ["key 9", "Key 10", "Other"]);
  assert.deepEqual(names("nothing"), ["Key 10", "key 9", "Other"]);
});

test("a filter finds rows that hold all of its words, in any column", () => {
  assert.deepEqual(names("name", "KEY"), ["key 9", "Key 10"]);
  assert.deepEqual(names("name", "key 30"), ["key 9"]);
  assert.deepEqual(names("name", "nobody"), []);
  const cities = [
    { name: "İstanbul", used: 1 },
    { name: "ISPARTA ışık", used: 2 },
    { name: "Málaga", used: 3 },
  ];
  const found = (words: string) =>
    shownRows(cities, columns, { sort: "name", words }).map(({ used }) => used);
  assert.deepEqual(["istanbul", "isparta", "IŞIK", "ışık", "malaga", "MÁLAGA"].map(found), [
    [1],
    [2],
    [2],
    [2],
    [3],
    [3],
  ]);
});
