import assert from "node:assert/strict";
import { test } from "node:test";
import { longTest } from "../../../test/depth.ts";
import type { TrackedBrands } from "../brand.ts";
import type { Correction } from "../correction.ts";
import { earnedConfidence } from "../judgement/confidence.ts";
import { parseAnswer } from "../markdown/markdown.ts";
import { compileReader, readAnswer } from "../read.ts";
import { surroundingsIn } from "./corrector.ts";

const ring: TrackedBrands = {
  own: { name: "Ring", aliases: [], domains: [], about: null },
  rivals: [{ name: "Arlo", aliases: [], domains: [], about: null }],
};

/** What somebody says of the first occurrence of a name in a text. */
function said(id: string, counts: boolean, text: string, name = "Ring", brand = name): Correction {
  const start = text.indexOf(name);
  const span = { start, end: start + name.length };
  return { id, brand, counts, text: name, ...surroundingsIn(parseAnswer(text), span) };
}

const read = (text: string, corrections: Correction[] = [], tracked = ring) => {
  const given = corrections.length > 0 ? { ...tracked, corrections } : tracked;
  return readAnswer(compileReader(given), { text, citations: [], prompt: "Which one?" });
};
const counts = (text: string, corrections: Correction[] = []) =>
  read(text, corrections).mentions.some(({ name }) => name === "Ring");

const film = "The Ring is a horror film by Gore Verbinski, and its videotape still scares.";

test("the very occurrence counts as somebody said, with its rule and full confidence", () => {
  const before = counts(film);
  const reading = read(film, [said("a", !before, film)]);
  const found = [...reading.mentions.flatMap(({ evidence }) => evidence), ...reading.notCounted];
  assert.deepEqual(
    found.map(({ rule, confidence }) => [rule, confidence]),
    [["corrected", 1]],
  );
  assert.equal(counts(film, [said("a", !before, film)]), !before);
  assert.equal(reading.corrected, 1);
});

test("the same words in another answer count alike", () => {
  const text = "Many people like how Ring handles motion alerts at night.";
  const other = "First a word on price. In fact, people like how Ring handles motion alerts at home.";
  for (const us of [true, false]) assert.equal(counts(other, [said("a", us, text)]), us);
});

test("beside a correction, a decision is as sure as its kind has earned at the odds that the correction gives", () => {
  const tracked = { ...ring, own: { ...ring.own, name: "HubSpot" } };
  const sure = (corrections: Correction[]) =>
    read("HubSpot is best.", corrections, tracked).mentions[0]!.evidence[0]!.confidence;
  const elsewhere = "Many teams choose HubSpot for reports.";
  const plain = { counts: true, rule: "name" };
  assert.equal(sure([]), earnedConfidence({ ...plain, confidence: 0.97 }));
  assert.equal(
    sure([said("a", true, elsewhere, "HubSpot")]),
    earnedConfidence({ ...plain, confidence: 0.989 }),
  );
  assert.ok(sure([said("a", false, elsewhere, "HubSpot")]) < sure([]));
});

test("a longer name that is not the brand is not the brand elsewhere", () => {
  const taught = said("a", false, "Oura Ring tracks your sleep and your pulse.");
  const other = "For sleep, pick the Oura Ring; it tracks your pulse all night.";
  assert.equal(counts(other, [taught]), false);
});

test("what is unlike what was said stays as it is, and so does another brand", () => {
  const taught = said("a", false, film);
  const camera = "Ring is the best video doorbell, and Arlo comes second.";
  const named = ({ mentions }: ReturnType<typeof read>) => mentions.map(({ name }) => name);
  assert.deepEqual(named(read(camera, [taught])), ["Ring", "Arlo"]);
  assert.deepEqual(read("Arlo is best.", [taught]), read("Arlo is best."));
});

test("what was said of one brand says nothing of another", () => {
  const text = "Arlo is a small town.";
  const tracked = { ...ring, corrections: [said("a", false, text, "Arlo", "Ring")] };
  assert.deepEqual(read(text, [], tracked), read(text));
});

test("of two who say the opposite at one place, the newest counts", () => {
  const [newest, older] = [said("b", true, film), said("a", false, film)];
  assert.equal(counts(film, [newest, older]), true);
  assert.equal(counts(film, [older, newest]), false);
});

test("no correction makes a mention of an address, code, an image or a citation marker", () => {
  const texts = [
    "Read https://example.com/Ring first.",
    "Type `Ring` there.",
    "See ![Ring](https://example.com/a.png) here.",
    "It was tested ([ring.com](https://ring.com/a)).",
  ];
  for (const text of texts) {
    const taught = said("a", true, text, text.includes("Ring") ? "Ring" : "ring", "Ring");
    assert.deepEqual(read(text, [taught]), read(text), text);
  }
});

test("without the correction an answer is read as it was before", () => {
  const reading = read(film);
  read(film, [said("a", true, film)]);
  assert.deepEqual(read(film), reading);
  assert.equal("corrected" in reading, false);
});

longTest(
  "a name on every line costs in proportion to the answer, with as many corrections as there can be",
  () => {
    const line = "- Ring, or another ring, as a Ring of rings\n";
    const corrections = Array.from({ length: 200 }, (_, at) =>
      said(String(at), at % 2 === 0, `${film} ${at} Ring`),
    );
    const cpu = (times: number) => {
      const from = process.threadCpuUsage();
      read(line.repeat(times), corrections);
      const { user, system } = process.threadCpuUsage(from);
      return user + system;
    };
    cpu(200);
    // Ten times the text: quadratic work would take a hundred times as long.
    assert.ok(cpu(4000) < 40 * Math.max(cpu(400), 5000));
  },
);

test("a surrogate at the edge of what is kept is stored whole", () => {
  const text = `${"😀".repeat(60)}x Ring ${"😀".repeat(60)}`;
  const taught = said("a", false, text);
  assert.ok(JSON.stringify(taught).isWellFormed());
  for (const cut of [taught.before, taught.after, taught.place?.before, taught.place?.after])
    assert.ok(cut?.isWellFormed());
  assert.equal(counts(text, [taught]), false);
});
