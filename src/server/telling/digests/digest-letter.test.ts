import assert from "node:assert/strict";
import { test } from "node:test";
import { digestLetter } from "./digest-letter.ts";

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
