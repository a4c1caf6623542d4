import type { QuestionLanguage } from "./buyer-questions.ts";

/** Words that show what the phrases of a language are made of. */
interface PhraseWords {
  /** Between the product and its audience. */
  for: RegExp;
  /** Sentences that say what somebody is, makes or sells; the first group captures it. */
  states: readonly RegExp[];
  /** Comes first, and is no part of the kind. */
  article: RegExp;
  /** From here on, something is said about what was named before. */
  relative: RegExp;
  /** Marks a sentence rather than a kind: it has a verb or addresses somebody. */
  sentence: RegExp;
  /** The head of a phrase comes first: `bouilloires électriques`. */
  headFirst: boolean;
}

const rest = "([^.,;:!?()–—]{3,80})";
const stated = (...verbs: string[]): RegExp[] =>
  verbs.map((verb) => new RegExp(`(?<![\\p{L}])(?:${verb})\\s+${rest}`, "giu"));

export const words: Record<QuestionLanguage, PhraseWords> = {
  en: {
    for: /\s+for\s+/i,
    states: stated(
      "(?:is|are)\\s+(?:an?|the)",
      "(?:makes?|sells?|offers?|builds?|produces?|provides?|designs?|manufactures?|organi[sz]es?|rents?(?:\\s+out)?|lets?|bakes?|brews?|grows?|imports?|prints?|speciali[sz]es?\\s+in|deals?\\s+in)(?:\\s+(?:an?|the|our|your))?",
    ),
    article: /^(?:an?|the|our|your|all|new|handmade|award-winning)\s+/i,
    relative: /\s+(?:that|which|who|with|you|we|from|in|near|around|at|to|by|made|since|without)(?:\s+.*)?$/i,
    sentence:
      /\b(?:is|are|was|be|you|your|we|us|our|it|they|can|will|do|does|never|always|comes?|makes?)\b|['’]/i,
    headFirst: false,
  },
  de: {
    for: /\s+für\s+/i,
    states: stated(
      "(?:ist|sind)\\s+(?:eine?r?|der|die|das)",
      "(?:verkauft|verkaufen|fertigt|fertigen|backt|backen|braut|brauen|druckt|drucken|organisiert|organisieren|baut|bauen|entwickelt|entwickeln|bietet|bieten|liefert|liefern|vermietet|vermieten)(?:\\s+(?:wir|eine?n?|die|den|das))?",
    ),
    article: /^(?:eine?r?|der|die|das|unsere?|ihre?|neue)\s+/i,
    relative: /\s+(?:der|die|das|mit|aus|in|im|von|vom|bei|seit|ohne|zum|zur)(?:\s+.*)?$/i,
    sentence: /(?<!\p{L})(?:ist|sind|wir|sie|ihr|du|euch|uns|kann|können|nie|immer|macht)(?!\p{L})/iu,
    headFirst: false,
  },
  fr: {
    for: /\s+pour\s+/i,
    states: stated(
      "(?:est|sont)\\s+(?:une?|le|la|les)",
      "(?:vend|vendons|fabrique|fabriquons|organise|organisons|loue|louons|crée|créons|réalise|réalisons|imprime|imprimons|propose|proposons|conçoit|concevons|offre)(?:\\s+(?:des|une?|les|le|la|vos))?",
    ),
    article: /^(?:une?|les?|la|nos|notre|vos|votre|des)\s+/i,
    relative:
      /\s+(?:qui|que|avec|dans|en|sans|à|au|chez|depuis|par|fabriqu\p{L}+|faits?|faites?)(?:\s+.*)?$/iu,
    sentence: /(?<!\p{L})(?:est|sont|nous|vous|votre|vos|tu|il|elle|jamais|toujours|peut|fait)(?!\p{L})/iu,
    headFirst: true,
  },
  es: {
    for: /\s+para\s+/i,
    states: stated(
      "(?:es|son)\\s+(?:una?|el|la|los|las)",
      "(?:vende|vendemos|fabrica|fabricamos|organiza|organizamos|alquila|alquilamos|elabora|elaboramos|imprime|imprimimos|ofrece|ofrecemos|diseña|diseñamos)(?:\\s+(?:una?|los?|las?|el))?",
    ),
    article: /^(?:una?|el|los?|las?|nuestros?|nuestras?|tus?)\s+/i,
    relative: /\s+(?:que|con|sin|en|desde|por)(?:\s+.*)?$/i,
    sentence: /(?<!\p{L})(?:es|son|nosotros|tú|usted|te|os|se|tu|tus|mi|nunca|siempre|puede|hace)(?!\p{L})/iu,
    headFirst: true,
  },
  da: {
    for: /\s+(?:til|for)\s+/i,
    states: stated(
      "er\\s+(?:et|en|den|det|de)",
      "(?:sælger|laver|bygger|producerer|tilbyder|leverer)(?:\\s+(?:vi|en|et|de))?",
    ),
    article: /^(?:et|en|den|det|de|vores|dine|nye)\s+/i,
    relative: /\s+(?:der|som|med|i|fra|uden|af|siden|på)(?:\s+.*)?$/i,
    sentence: /(?<!\p{L})(?:er|vi|du|din|dit|kan|aldrig|altid|gør)(?!\p{L})/iu,
    headFirst: false,
  },
  ja: {
    // The audience comes before the product: `初心者向け天体望遠鏡`.
    for: /(?!)/,
    states: [
      /(?:^|[。、はがでの\n])([^。、！？\n]{2,20}?)(?:の(?:専門店|メーカー|製造販売|通販|工房|教室))/gu,
      /(?:は|では)([^。、！？\n]{2,20}?)を(?:作|つく|製造|販売|お届け|提供|手がけ)/gu,
    ],
    article: /^(?:新しい|当店の|私たちの)/u,
    relative: /(?:の)?(?:専門店|メーカー|通販|公式サイト|オンラインショップ|オンラインストア)(?:.*)?$/u,
    sentence: /(?:です|ます|ました|ません|ください|しよう|ましょう|を$|に$|へ$)/u,
    headFirst: false,
  },
};

/** A phrase that begins like this tells somebody to do something: a slogan, or worse. */
const imperatives = new Set(
  `accelerate act ask become boost bring browse build buy change choose connect create deliver disregard do drive drop empower enter enjoy experience
  explore find follow forget give go grow hire ignore improve increase join keep launch make manage maximize meet move optimize order
  pay plan power print protect reach request reveal run save say scale scan schedule select sell ship shop simplify stop streamline subscribe tell think track transform
  travel turn unlock upgrade upload visit watch win work write
  erleben erlebe finden finde ignoriere ignorieren kaufen kaufe sparen spare vergiss
  achetez créez découvrez gérez ignorez oubliez trouvez
  opdag køb spar bliv få glem
  aprende compra crea descubre encuentra gestiona ignora olvida`.split(/\s+/),
);

/** Whether a phrase begins by telling somebody to do something; in French also by its ending. */
export function isOrder(phrase: string, language: QuestionLanguage): boolean {
  const [first = ""] = phrase.toLowerCase().split(" ", 1);
  return imperatives.has(first) || (language === "fr" && /..ez$/.test(first));
}
