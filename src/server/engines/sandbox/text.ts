import type { Chance } from "./chance.ts";
import type { Named } from "./names.ts";
import type { Phrases } from "./phrases.ts";

/** Something that the answer says about a brand, which a citation may support; `{n}` marks the place of its mark. */
export interface Claim {
  text: string;
  about: Named | null;
}

/** The lines of one answer, in Markdown. */
export type Draft = Claim[];

type Template = (names: readonly Named[], say: Phrases, draw: Chance) => Draft;

/** One answer about `names`, best first, in a form that real answers have. */
export function draftOf(names: readonly Named[], say: Phrases, draw: Chance): Draft {
  const roll = draw.next();
  if (roll < 0.04) return [plain(draw.pick(say.refusal))];
  if (names.length === 0 || roll < 0.07) return [plain(draw.pick(say.advice))];
  if (names.length === 1) return short(names, say, draw);
  return draw.pick(templates)(names, say, draw);
}

const plain = (text: string): Claim => ({ text, about: null });

const numbered: Template = (names, say, draw) => [
  plain(`${draw.pick(say.intro)}\n`),
  ...names.map((about, rank) => ({
    text: `${rank + 1}. **${about.name}** – ${draw.shuffled(say.traits).slice(0, 2).join(", ")}.{n}`,
    about,
  })),
  plain(`\n${draw.pick(say.outro)}`),
];

const bulleted: Template = (names, say, draw) => [
  plain(`${draw.pick(say.intro)}\n`),
  ...names.map((about) => ({ text: `- ${sentence(about, say, draw)}{n}`, about })),
  plain(`\n${draw.pick(say.outro)}`),
];

const headed: Template = (names, say, draw) => [
  plain(draw.pick(say.intro)),
  ...names
    .slice(0, say.headings.length)
    .flatMap((about, rank) => [
      plain(`\n### ${say.headings[rank]}: ${about.name}`),
      { text: `${sentence(about, say, draw)}{n}`, about },
    ]),
  plain(`\n${draw.pick(say.outro)}`),
];

const table: Template = (names, say, draw) => [
  plain(`${draw.pick(say.intro)}\n`),
  plain(`| ${say.columns.join(" | ")} |\n| --- | --- | --- |`),
  ...names.map((about) => ({
    text: `| ${about.name} | ${draw.pick(say.traits)} | ${draw.pick(say.limits)} {n} |`,
    about,
  })),
];

const prose: Template = (names, say, draw) => {
  const [first, second, ...rest] = names;
  const pair = draw
    .pick(say.both)
    .replaceAll("{a}", () => first!.name)
    .replaceAll("{b}", () => second!.name);
  const sentences = [first!, ...rest].map((about) => ({ text: `${sentence(about, say, draw)}{n}`, about }));
  return [{ text: `${pair}{n}`, about: second! }, ...sentences, plain(draw.pick(say.outro))];
};

const short: Template = (names, say, draw) => [
  { text: `${draw.pick(say.one).replaceAll("{a}", () => names[0]!.name)}{n}`, about: names[0]! },
];

const templates: readonly Template[] = [numbered, numbered, bulleted, headed, table, prose, short];

function sentence({ name }: Named, say: Phrases, draw: Chance): string {
  const roll = draw.next();
  const tone = roll < 0.5 ? say.praise : roll < 0.82 ? say.plain : say.critique;
  return draw.pick(tone).replaceAll("{a}", () => name);
}
