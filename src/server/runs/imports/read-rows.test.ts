import assert from "node:assert/strict";
import test from "node:test";
import { compileReader, readAnswer } from "../../../reader/read.ts";
import { Problem } from "../../kernel/problem.ts";
import { type AnswerParser, BusyError, type GivenAnswer, UnreadableError } from "../../outbound/parsing.ts";
import { type NumberedRow, readRows } from "./read-rows.ts";

const reader = compileReader({ own: { name: "Acme", aliases: [], domains: [], about: null }, rivals: [] });
const read = (answer: GivenAnswer) => {
  if (answer.text.startsWith("slow")) throw new UnreadableError("time");
  return readAnswer(reader, answer);
};
const parserOf = (small: boolean): AnswerParser => ({
  isSmall: () => small,
  read,
  readAll: async (answers) => answers.map((answer) => ({ reading: read(answer), branded: false })),
  branded: () => false,
  brandedOf: async () => new Set(),
});
const row = (answer: string, index: number): NumberedRow => ({
  prompt: "best crm?",
  provider: "chatgpt",
  answer,
  sample: index + 1,
});
const terms = { at: new Date(0), signal: new AbortController().signal };

test("an import is read to the same rows here and away, however many go together", async () => {
  const rows = Array.from({ length: 250 }, (_, at) => row(`Acme, ${at} times. ${"x".repeat(at * 10)}`, at));
  const [here, away] = await Promise.all(
    [true, false].map(async (small) =>
      (await readRows(parserOf(small), rows, terms)).map(({ id: _, ...answer }) => answer),
    ),
  );
  assert.deepEqual(here, away);
  assert.deepEqual(
    here!.map(({ sample }) => sample),
    rows.map(({ sample }) => sample),
  );
});

test("a row that cannot be read in time is named, and no other", async () => {
  const rows = ["Acme.", "Bolt.", "slow", "Acme."].map(row);
  await assert.rejects(readRows(parserOf(false), rows, terms), (error) => {
    assert.ok(error instanceof Problem);
    const { code, path } = (error.details as { issues: { code: string; path: string }[] }).issues[0]!;
    assert.deepEqual([error.code, code, path], ["VALIDATION_ERROR", "unreadable", "/2/answer"]);
    return true;
  });
});

test("an import that the machine is too busy to read blames no row", async () => {
  const parser = { ...parserOf(false), readAll: () => Promise.reject(new BusyError()) };
  await assert.rejects(readRows(parser, ["Acme.", "Bolt."].map(row), terms), BusyError);
});

test("whoever was told that the import failed does not have it stored", async () => {
  const reason = new Problem("INTERNAL_ERROR");
  await assert.rejects(
    readRows(parserOf(true), [row("Acme.", 0)], { ...terms, signal: AbortSignal.abort(reason) }),
    {
      code: "INTERNAL_ERROR",
    },
  );
});
