import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { claims, undecided } from "./claims.ts";
import { everySaid, type Said } from "./said.ts";

const root = join(import.meta.dirname, "../..");

/** `sentences.txt`: after "== kind" and "@ file", each line is a text of that file. */
function assigned(): (Said & { kind: string })[] {
  let [kind, file] = ["", ""];
  return readFileSync(join(import.meta.dirname, "sentences.txt"), "utf8")
    .split("\n")
    .flatMap((line) => {
      if (line.startsWith("== ")) kind = line.slice(3);
      else if (line.startsWith("@ ")) file = line.slice(2);
      else if (line !== "") return [{ kind, file, text: line }];
      return [];
    });
}

const keyOf = ({ file, text }: Said): string => `${file}: ${text}`;

test("every sentence about a figure is one that a function decides, or says what was counted", () => {
  const known = assigned();
  const kinds = new Set([...Object.keys(claims), ...undecided]);
  for (const each of known) assert.ok(kinds.has(each.kind), `${each.kind} is no claim: ${keyOf(each)}`);
  const [said, listed] = [new Set(everySaid().map(keyOf)), new Set(known.map(keyOf))];
  assert.deepEqual(
    [...said].filter((key) => !listed.has(key)),
    [],
    "say in test/figures/sentences.txt which claim of claims.ts each of these is",
  );
  assert.deepEqual(
    [...listed].filter((key) => !said.has(key)),
    [],
    "the program no longer says these",
  );
  assert.equal(listed.size, known.length, "a sentence stands under two claims");
});

test("each claim names the function that decides it and the benchmark that measured how often it errs", async () => {
  const benches = ["", "uncertainty"].flatMap((folder) => readdirSync(join(root, "bench", folder)));
  const parts = /const parts = \{([^}]*)\}/.exec(
    readFileSync(join(root, "bench/uncertainty/claims.ts"), "utf8"),
  )![1]!;
  for (const [name, { decidedBy, bench, wrong }] of Object.entries(claims)) {
    const [file = "", decides = ""] = decidedBy.split(" ");
    assert.ok(existsSync(join(root, file)), `${name}: ${file}`);
    const module = (await import(join(root, file))) as Record<string, unknown>;
    assert.equal(typeof module[decides], "function", `${name}: ${decidedBy}`);
    const [script, , part] = bench.split(" ");
    assert.ok(benches.includes(`${script}.ts`), `${name}: ${bench}`);
    if (script === "claims") assert.match(parts, new RegExp(`\\b${part}\\b`), `${name}: ${bench}`);
    assert.match(wrong, /\d/, name);
  }
});
