import assert from "node:assert/strict";
import { test } from "node:test";
import { parseAnswer } from "./markdown/markdown.ts";
import { compileMentionReader, findMentions } from "./mention.ts";

/** What others reported of programs that look for brands or names in texts: where, the brand, what it sells, the text, how often it is named. */
const reports: [where: string, name: string, about: string | null, text: string, times: number][] = [
  [
    "letterstory/lettertrace#54",
    "You",
    "AI search engine",
    "If you want sources, you can ask for them; you get links.",
    0,
  ],
  ["letterstory/lettertrace#54", "You", "AI search engine", "For sources try You.com, which cites them.", 1],
  ["letterstory/lettertrace#59", "Monday.com", "project management", "On Monday we shipped the release.", 0],
  ["letterstory/lettertrace#59", "Zoom", "video meetings", "To see the dip, zoom in on the chart.", 0],
  [
    "letterstory/lettertrace#59",
    "HP Inc",
    "printers and laptops",
    "For a small office, HP is the safest choice of printer.",
    1,
  ],
  [
    "Canonry/canonry#399",
    "LI",
    "commercial flooring",
    "Polished tile and vinyl are the usual picks for an installation.",
    0,
  ],
  ["elmohq/elmo#373", "Zalqora", null, "I couldn't find any information about Zalqora.", 0],
  ["elmohq/elmo#5", "Zalqora", null, "Zalqora is not just a CRM, it's a help desk too.", 1],
  ["JusticeRage/Manalyze#53", "Intel", "processors", "IntelliJ is an editor for Java.", 0],
  ["explosion/spaCy#2801", "Sony", "cameras and headphones", "i like my sony more than my old one", 1],
  ["explosion/spaCy#1465", "Accenture", "consulting", "Accenture announced positive results.", 1],
  ["explosion/spaCy#1465", "Merck", "medicines", "Merck announced positive results.", 1],
  [
    "explosion/spaCy#4805",
    "Apple",
    "computers and phones",
    "The apple is my favourite fruit, and costs around ₹10 in India.",
    0,
  ],
  ["explosion/spaCy#867", "Facebook", "social network", "Facebook is the best.", 1],
  [
    "explosion/spaCy#13480",
    "Twitter",
    "social network",
    "He offered to buy Twitter (now X) for $44 billion.",
    1,
  ],
  ["explosion/spaCy#13480", "X", "social network", "He offered to buy Twitter (now X) for $44 billion.", 1],
  [
    "quanteda/spacyr#230",
    "Brightmark",
    "plastics recycling",
    "Macon and Brightmark have agreed to end discussions.",
    1,
  ],
  ["mozilla/fjord#653", "Firefox", "web browser", "firefox is the best!", 1],
  ["OSMCha/osmcha#3", "HERE", "maps and navigation", "You can drop a pin here or over here.", 0],
  [
    "OSMCha/osmcha#3",
    "HERE",
    "maps and navigation",
    "Truck routing is better in HERE than in Google Maps.",
    1,
  ],
  ["margince/margince#2861", "Royal Mail", "parcel delivery", "Royal Bank raised its fees.", 0],
  ["iQMedia/tracker#171", "Conservation Foundation", null, "The foundation of conservation is patience.", 0],
];

for (const [where, name, about, text, times] of reports)
  test(`as reported in ${where}, “${text}” names ${name} ${times === 1 ? "once" : `${times} times`}`, () => {
    const reader = compileMentionReader({ own: { name, aliases: [], domains: [], about }, rivals: [] });
    assert.equal(findMentions(reader, parseAnswer(text), null).occurrences.length, times);
  });
