import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { parseAnswer } from "./markdown/markdown.ts";
import { compileMentionReader, findMentions } from "./mention.ts";

const file = new URL("../../test/fixtures/mention-sentences.txt", import.meta.url);
const line = /^(?<needsAbout>\? )?(?<times>\d+) (?<name>.+?) \| (?<about>.+?) \| (?<sentence>.+)$/;

for (const row of readFileSync(file, "utf8").split("\n")) {
  if (row === "" || row.startsWith("#")) continue;
  const { needsAbout, times, name, about, sentence } = line.exec(row)?.groups ?? {};
  assert.ok(times && name && about && sentence, row);
  const text = sentence.replaceAll("\\n", "\n");
  const known = about === "-" ? null : about;
  for (const about of known === null || needsAbout ? [known] : [known, null]) {
    const given = about === null ? "its name alone" : about;
    test(`${name} (${given}) is named ${times} times in: ${sentence}`, () => {
      const own = { name, aliases: [], domains: [], about };
      const { occurrences: counted } = findMentions(
        compileMentionReader({ own, rivals: [] }),
        parseAnswer(text),
        null,
      );
      assert.equal(counted.length, Number(times));
    });
  }
}
