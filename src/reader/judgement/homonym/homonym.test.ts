import assert from "node:assert/strict";
import { test } from "node:test";
import { parseAnswer } from "../../markdown/markdown.ts";
import { compileMentionReader, findMentions } from "../../mention.ts";

// None of these sentences is among those the model was fitted on.
const rows: readonly (readonly [text: string, name: string, about: string, names: boolean])[] = [
  ["Our accountant moved everything to Sage last year.", "Sage", "accounting software", true],
  ["Season the stuffing with sage and thyme.", "Sage", "accounting software", false],
  ["Harvest and Toggl both track billable hours.", "Harvest", "time tracking", true],
  ["The harvest was poor this autumn.", "Harvest", "time tracking", false],
  ["Agencies log their hours in Harvest.", "Harvest", "time tracking", true],
  ["Basecamp is simple; Everest base camp is not.", "Basecamp", "project management", true],
  ["I would pick Mailgun or Postmark for receipts.", "Postmark", "transactional email", true],
  ["The postmark on the envelope was blurred.", "Postmark", "transactional email", false],
  ["Patreon, Gumroad and Bandcamp pay creators.", "Gumroad", "creator commerce", true],
  ["Book a flight on Frontier only with a small bag.", "Frontier", "airline", true],
  ["The frontier between both countries is closed.", "Frontier", "airline", false],
  ["Ask at Staples for printer paper.", "Staples", "office supplies retailer", true],
  ["Rice and beans are staples of the diet.", "Staples", "office supplies retailer", false],
  ["Domino's and Pizza Hut deliver late.", "Pizza Hut", "pizza restaurants", true],
  ["Cash App belongs to Block.", "Block", "payments", true],
  ["He lives one block away.", "Block", "payments", false],
  ["Peloton's bike is heavy.", "Peloton", "home fitness", true],
  ["Reviewers rate Tempo higher than Mirror.", "Mirror", "home fitness", true],
  ["Hang the mirror at eye level.", "Mirror", "home fitness", false],
  ["Drivers switched from Uber to Bolt.", "Bolt", "ride hailing", true],
  ["Usain Bolt won again.", "Bolt", "ride hailing", false],
  ["Teams chat in Slack and plan in Asana.", "Slack", "team chat", true],
  ["Pull the rope until there is no slack.", "Slack", "team chat", false],
  ["Orders ship from Target within a day.", "Target", "retailer", true],
  ["## Know Your Target Audience", "Target", "retailer", false],
  ["Cyber Monday deals start early.", "Monday", "project management", false],
  ["We compared Asana, Monday and ClickUp.", "Monday", "project management", true],
  ["Claude Monet lived in Giverny.", "Claude", "AI assistant", false],
  ["I asked Claude to rewrite it.", "Claude", "AI assistant", true],
  ["Delta flies there twice a day.", "Delta", "airline", true],
  ["The Delta variant spread fast.", "Delta", "airline", false],
  ["Square Enix announced a remake.", "Square", "payments", false],
  ["Apple Records was founded in 1968.", "Apple", "electronics", false],
  ["The AirPods Max are heavy.", "Max", "streaming service", false],
  ["The show moved to Max in May.", "Max", "streaming service", true],
];

for (const [text, name, about, expected] of rows) {
  test(`${expected ? "names" : "does not name"} ${name} (${about}): ${text}`, () => {
    const own = { name, aliases: [], domains: [], about };
    const { occurrences: counted } = findMentions(
      compileMentionReader({ own, rivals: [] }),
      parseAnswer(text),
      null,
    );
    assert.equal(counted.length > 0, expected);
  });
}

test("a name listed with a rival is a name, whatever else the word means", () => {
  const brand = (name: string) => ({ name, aliases: [], domains: [], about: null });
  const reader = compileMentionReader({ own: brand("Keeper"), rivals: [brand("NordPass")] });
  assert.equal(findMentions(reader, parseAnswer("- Keeper/NordPass: decent"), null).occurrences.length, 2);
});

test("a name of persons or towns that is no word counts outside English, whatever the text is about", () => {
  const own = { name: "Koga", aliases: [], domains: [], about: "accounting software for small firms" };
  const text = "Mijn zus kocht haar fiets bij Koga en zij is er heel tevreden over.";
  const { occurrences } = findMentions(compileMentionReader({ own, rivals: [] }), parseAnswer(text), null);
  assert.equal(occurrences.length, 1);
});
