import { normalForm } from "../../../reader/text/normal-form.ts";
import { withoutHidden } from "./clean.ts";
import type { DraftTerms } from "./draft.ts";
import { withAddresses } from "./markdown/address.ts";
import type { DraftMaterial } from "./material.ts";
import { type DraftPhrases, draftPhrasesIn } from "./phrases.ts";

/** An answer to `draftRequest` without an engine: deterministic, and always valid. */
export function sandboxDraft(terms: DraftTerms, material: DraftMaterial): string {
  const say = draftPhrasesIn(terms.language);
  const fill = filling(terms, say);
  return JSON.stringify(answers[terms.kind](say, fill, material), null, 1);
}

type Fill = (phrase: string) => string;
type Write = (say: DraftPhrases, fill: Fill, material: DraftMaterial) => Record<string, unknown>;

const article: Write = (say, fill, material) => ({
  title: fill(say.title),
  meta_description: fill(say.meta),
  body_markdown: [
    ...say.opening.map(fill),
    `${fill(say.own)}${marks(material)}`,
    ...say.criteria.flatMap(({ heading, text }) => [`## ${heading}`, fill(text)]),
    fill(say.compared),
    `## ${say.closing.heading}`,
    fill(say.closing.text),
  ].join("\n\n"),
});

const updateBrief: Write = (say, fill, material) => {
  const heading = headingOf(material);
  const where =
    heading === null ? say.brief.whereUnknown : say.brief.where.replaceAll("{heading}", () => heading);
  return {
    title: fill(say.brief.title),
    meta_description: fill(say.meta),
    body_markdown: [
      `${fill(say.brief.why)}${marks(material)}`,
      fill(where),
      say.brief.steps.map((step, at) => `${at + 1}. ${fill(step)}`).join("\n"),
    ].join("\n\n"),
  };
};

const answers: Record<DraftTerms["kind"], Write> = {
  article,
  update_brief: updateBrief,
  post: (say, fill, material) => ({
    text: [...say.post.map(fill), `${fill(say.own)}${marks(material)}`].join("\n\n"),
  }),
  thread: (say, fill, material) => ({
    posts: [...say.posts.map(fill), `${fill(say.own)}${marks(material)}`],
  }),
};

/** At most three, as a careful writer would use. */
const marks = ({ passages }: DraftMaterial): string =>
  passages.length === 0
    ? ""
    : ` [${passages
        .slice(0, 3)
        .map(({ number }) => number)
        .join(", ")}]`;

/** A heading of the page that an update brief is about; null if none is known. */
const headingOf = ({ passages }: DraftMaterial): string | null =>
  passages
    .flatMap(({ headings }) => headings)
    .map((heading) => plainWords(heading, 120))
    .find(Boolean) ?? null;

function filling({ topic, brand, rivals, language }: DraftTerms, say: DraftPhrases): Fill {
  const others = rivals
    .map((rival) => plainWords(rival, 40))
    .filter(Boolean)
    .slice(0, 5);
  const names = {
    topic: plainWords(topic, 80) || "…",
    brand: plainWords(brand, 60) || "…",
    rivals: listed(others, language),
  };
  return (phrase) => {
    const text = phrase === say.compared && others.length === 0 ? say.alone : phrase;
    return text.replace(/\{(topic|brand|rivals)\}/g, (_, name: keyof typeof names) => names[name]);
  };
}

const listed = (names: readonly string[], language: string): string =>
  new Intl.ListFormat(/^de\b/i.test(language) ? "de" : "en").format(names);

/** Whole words that are not markup in any format, within this many characters; may be empty. */
function plainWords(text: string, charactersMax: number): string {
  const words = withAddresses(normalForm(withoutHidden(text), "NFKC"), () => " ").match(
    /[\p{L}\p{M}\p{N}]+(?:[.,'’-][\p{L}\p{M}\p{N}]+)*/gu,
  );
  let plain = "";
  for (const word of words ?? []) {
    if ([...plain, " ", ...word].length > charactersMax) break;
    plain += plain === "" ? word : ` ${word}`;
  }
  return plain;
}
