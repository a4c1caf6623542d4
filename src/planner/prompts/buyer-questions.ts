export const promptIntents = [
  "informational",
  "comparison",
  "alternative",
  "transactional",
  "problem",
  "brand",
] as const;
export type PromptIntent = (typeof promptIntents)[number];

export type QuestionKind = keyof typeof kinds;

/** What each kind of question is after, and why it is worth asking. */
export const kinds = {
  category: {
    intent: "informational",
    rationale: "Asks for a recommendation in the site's category before any name is known.",
  },
  audience: { intent: "informational", rationale: "Asks for the category as the site's own audience would." },
  criteria: {
    intent: "informational",
    rationale: "Asks what matters when choosing; answers name who is good at it.",
  },
  topic: {
    intent: "informational",
    rationale: "Combines the category with a subject of the site's pages.",
  },
  service: {
    intent: "informational",
    rationale: "Asks for somebody who offers a subject of the site's pages.",
  },
  extra: {
    intent: "informational",
    rationale: "Combines the category with a subject of the site's pages.",
  },
  recommendation: {
    intent: "informational",
    rationale: "Asks for a recommendation in the site's category before any name is known.",
  },
  superlative: {
    intent: "comparison",
    rationale: "Asks who is best at what the site claims to be good at.",
  },
  comparison: {
    intent: "comparison",
    rationale: "Asks for a comparison of the category's options.",
  },
  rivals: {
    intent: "comparison",
    rationale: "Compares two competitors; being named as a third is a gain.",
  },
  alternative: { intent: "alternative", rationale: "Asks for options besides the well-known names." },
  instead: { intent: "alternative", rationale: "Looks for an alternative to a named competitor." },
  problem: {
    intent: "problem",
    rationale: "Asks about a subject of the site's pages before the choice is made.",
  },
  price: { intent: "transactional", rationale: "Asks about the price shortly before a purchase." },
  budget: { intent: "transactional", rationale: "Asks for the category on a small budget." },
  integration: {
    intent: "transactional",
    rationale: "Combines the category with a tool that the site says it works with.",
  },
} as const satisfies Record<string, { intent: PromptIntent; rationale: string }>;

/**
 * Questions by kind. `{c}` category, `{d}` the same with an article where it takes one, `{m}` in the plural where it has one, `{a}` audience, `{t}` topic, `{i}` integration, `{r}` and `{s}` rivals;
 * `{n}` and `{q}` the noun of a superlative and the superlative. `[is|are]` follows the category's number.
 */
type Questions = Record<QuestionKind, readonly string[]>;

const en: Questions = {
  category: ["What [is|are] the best {m}?"],
  audience: ["What [is|are] the best {m} for {a}?"],
  criteria: ["What should I look for in {d}?"],
  topic: ["What [is|are] the best {m} with {t}?"],
  service: ["Can you recommend {d} for {t}?"],
  extra: ["Can you recommend {d} with {t}?"],
  superlative: ["What [is|are] the {q} {n}?"],
  recommendation: ["Can you recommend {d}?"],
  comparison: ["Can you compare the best {m} for me?"],
  rivals: ["{r} or {s}: which is better?"],
  alternative: ["Which lesser-known {m} [is|are] worth a look?"],
  instead: ["What are good alternatives to {r}?"],
  problem: [],
  price: ["How much [does|do] {d} cost?"],
  budget: ["What [is|are] the best {m} on a small budget?"],
  integration: ["Which {m} [works|work] well with {i}?"],
};

const de: Questions = {
  category: ["Kannst du mir {d} empfehlen?"],
  audience: ["Kannst du mir {d} für {a} empfehlen?"],
  criteria: ["Worauf sollte ich achten, wenn ich {d} suche?"],
  topic: ["Welche Anbieter für {c} sind gut, wenn es um {t} geht?"],
  service: [],
  extra: [],
  superlative: [],
  recommendation: [],
  comparison: ["Wie schneiden die führenden Anbieter für {c} im Vergleich ab?"],
  rivals: ["{r} oder {s}: Was ist besser für {c}?"],
  alternative: ["Welche weniger bekannten Alternativen für {c} lohnen sich?"],
  instead: ["Was sind gute Alternativen zu {r}?"],
  problem: ["Was sollte ich über {t} wissen, bevor ich mich für {d} entscheide?"],
  price: ["Was ist ein fairer Preis für {d}?"],
  budget: ["Welche günstigen Anbieter für {c} sind ihr Geld wert?"],
  integration: ["Welche Anbieter für {c} arbeiten gut mit {i} zusammen?"],
};

const fr: Questions = {
  category: ["Que me recommandes-tu comme {c} ?"],
  audience: ["Que recommandes-tu comme {c} pour {a} ?"],
  criteria: ["À quoi faire attention pour bien choisir : {c} ?"],
  topic: ["Que recommandes-tu comme {c}, côté {t} ?"],
  service: [],
  extra: [],
  superlative: [],
  recommendation: [],
  comparison: ["Peux-tu comparer les principales options en matière de {c} ?"],
  rivals: ["{r} ou {s} : lequel choisir pour {c} ?"],
  alternative: ["Quelles alternatives moins connues existent en matière de {c} ?"],
  instead: ["Quelles sont les bonnes alternatives à {r} ?"],
  problem: ["En matière de {t}, que faut-il savoir avant de choisir : {c} ?"],
  price: ["Quel prix est raisonnable en matière de {c} ?"],
  budget: ["Avec un petit budget, que choisir comme {c} ?"],
  integration: ["Que choisir comme {c} compatible avec {i} ?"],
};

const es: Questions = {
  category: ["¿Qué {c} me recomiendas?"],
  audience: ["¿Qué {c} recomiendas para {a}?"],
  criteria: ["¿En qué debo fijarme al elegir {c}?"],
  topic: ["¿Qué {c} [es mejor|son mejores] cuando se trata de {t}?"],
  service: [],
  extra: [],
  superlative: [],
  recommendation: [],
  comparison: ["¿Puedes comparar las principales opciones de {c}?"],
  rivals: ["{r} o {s}: ¿cuál es mejor para {c}?"],
  alternative: ["¿Qué alternativas menos conocidas de {c} valen la pena?"],
  instead: ["¿Cuáles son buenas alternativas a {r}?"],
  problem: ["¿Qué debo saber sobre {t} antes de elegir {c}?"],
  price: ["¿Cuál es un precio justo para {c}?"],
  budget: ["Con poco presupuesto, ¿qué {c} [vale|valen] la pena?"],
  integration: ["¿Qué {c} [funciona|funcionan] bien con {i}?"],
};

const da: Questions = {
  category: ["Hvad kan du anbefale inden for {c}?"],
  audience: ["Hvad kan du anbefale inden for {c} til {a}?"],
  criteria: ["Hvad skal jeg se efter, når jeg vælger {c}?"],
  topic: ["Hvem er gode til {c}, når det gælder {t}?"],
  service: [],
  extra: [],
  superlative: [],
  recommendation: [],
  comparison: ["Kan du sammenligne de bedste muligheder inden for {c}?"],
  rivals: ["{r} eller {s}: hvad er bedst til {c}?"],
  alternative: ["Hvilke mindre kendte alternativer er der inden for {c}?"],
  instead: ["Hvad er gode alternativer til {r}?"],
  problem: ["Hvad skal jeg vide om {t}, før jeg vælger {c}?"],
  price: ["Hvad er en rimelig pris for {c}?"],
  budget: ["Hvad får man mest for pengene inden for {c} på et lille budget?"],
  integration: ["Hvad fungerer godt sammen med {i} inden for {c}?"],
};

const ja: Questions = {
  category: ["おすすめの{c}を教えてください。"],
  audience: ["{a}におすすめの{c}はどれですか？"],
  criteria: ["{c}を選ぶときのポイントは何ですか？"],
  topic: ["{t}で選ぶなら、どの{c}が良いですか？"],
  service: [],
  extra: [],
  superlative: [],
  recommendation: [],
  comparison: ["代表的な{c}を比較してください。"],
  rivals: ["{c}なら{r}と{s}のどちらが良いですか？"],
  alternative: ["あまり知られていないけれど良い{c}はありますか？"],
  instead: ["{r}の代わりになるものはありますか？"],
  problem: ["{c}を選ぶ前に、{t}について何を知っておくべきですか？"],
  price: ["{c}の適正な価格はいくらですか？"],
  budget: ["予算が少ない場合、どの{c}がおすすめですか？"],
  integration: ["{i}と一緒に使える{c}はどれですか？"],
};

const byLanguage = { en, de, fr, es, da, ja };
export type QuestionLanguage = keyof typeof byLanguage;

/** The language to ask in: the site's if we have questions in it, otherwise English. */
export function questionLanguage(language: string | null): QuestionLanguage {
  const primary = language?.slice(0, 2).toLowerCase() ?? "";
  return primary in byLanguage ? (primary as QuestionLanguage) : "en";
}

/** The questions of a kind with their gaps filled; `plural` says whether the category is plural. */
export function questionsOf(
  language: QuestionLanguage,
  kind: QuestionKind,
  gaps: Readonly<Record<string, string>>,
  plural: boolean,
): string[] {
  return byLanguage[language][kind].map((text) =>
    text
      .replace(/\[([^|\]]*)\|([^\]]*)\]/g, (_, one: string, many: string) => (plural ? many : one))
      .replace(/\{(\w)\}/g, (_, gap: string) => gaps[gap] ?? "")
      .replace(language === "fr" ? / de (?=[aeiouâàéèêëîôœ])/giu : /(?!)/, " d'"),
  );
}
