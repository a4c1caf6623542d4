import assert from "node:assert/strict";
import { test } from "node:test";
import { digestLetter, inLetter } from "./digest-letter.ts";

test("each line of what is behind a change has room of its own in a letter", () => {
  const causes = `Behind it: “${"which of all these machines is the best one? ".repeat(30)}”.`;
  const sources = "Newly cited: machines of the year and tested at home.";
  const page = { label: "See the trend", url: "http://site.test/projects/p/trends" };
  const letter = digestLetter(
    {
      ...{ title: "1 clear change", days: "Monday to Sunday", unchanged: "", more: null, steps: [] },
      changes: [
        {
          project: "CRM",
          projectChanges: [{ sentence: "It fell.", behind: [causes, sources, "\u202eEnd."], page }],
        },
      ],
      ...{ ran: "Nothing ran.", reason: "You chose it.", siteUrl: "http://site.test" },
    },
    { settingsUrl: "http://site.test/settings", unsubscribeUrl: "http://site.test/unsubscribe/t" },
  );
  const lines = letter.text.split("\n");
  const at = lines.indexOf("It fell.");
  assert.match(lines[at + 1]!, /^Behind it: .{580,588}…$/);
  assert.deepEqual(lines.slice(at + 2, at + 5), [sources, "End.", page.url]);
  const paragraphs = [...letter.html.matchAll(/<p class="soft"[^>]*>([^<]*)<\/p>/g)].map(([, text]) => text);
  assert.ok(paragraphs.includes(sources) && paragraphs.includes("End."), letter.html);
});

test("a letter stays below what Gmail cuts, however long its lines are, and ends with the way out", () => {
  const page = { label: "See the trend", url: "http://site.test/projects/p/trends" };
  const long = "問".repeat(700);
  const projectChanges = Array.from({ length: 4 }, () => ({ sentence: long, behind: [long, long], page }));
  const all = Array.from({ length: 20 }, (_, at) => ({ project: `Client ${at}`, projectChanges }));
  const changes = inLetter(all);
  assert.ok(changes.length > 1 && changes.length < 20);
  assert.deepEqual(inLetter(all.slice(0, 2)), all.slice(0, 2));
  const letter = digestLetter(
    {
      ...{ title: "80 clear changes", days: "Monday to Sunday", unchanged: "", more: "60 more.", steps: [] },
      ...{ changes, ran: "Nothing ran.", reason: "You chose it.", siteUrl: "http://site.test" },
    },
    { settingsUrl: "http://site.test/settings", unsubscribeUrl: "http://site.test/unsubscribe/t" },
  );
  assert.ok(Buffer.byteLength(letter.html) < 102_000, `${Buffer.byteLength(letter.html)} bytes`);
  assert.match(letter.text, /Unsubscribe: http:\/\/site\.test\/unsubscribe\/t\s*$/);
});
