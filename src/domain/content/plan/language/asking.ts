/** What a question asks for; more than one may hold, and none does for bare search words. */
export interface Asking {
  /** Whether something is so or possible: `Can I`, `Do you`. */
  yesNo: boolean;
  /** For somebody or something to buy or to visit: `which`, `where`, `best`. */
  who: boolean;
  /** For a way or a reason: `how do`, `why`. */
  how: boolean;
}

const anyOf = (words: string): RegExp => new RegExp(`(?<!\\p{L})(?:${words})(?!\\p{L})`, "iu");

const yesNo = new RegExp(
  `^(?:[^.?!]*[.!] )?¿?(?:${[
    "can|could|do|does|did|is|are|will|would|should|may|must|has|have|am",
    "kann|können|könnt|gibt|ist|sind|darf|muss|macht|habt|hat|bietet",
    "peut-on|puis-je|est-ce|y a-t-il|faut-il|avez-vous|faites-vous|peut|proposez-vous",
    "puedo|se puede|hay|tienen|tenéis|es|está|kan|er|har|må|skal|findes|zijn|heeft|posso|si può|è|avete",
  ].join("|")})(?!\\p{L})`,
  "iu",
);
const who = anyOf(
  [
    "which|where|who|best|top|recommend|looking for|need an?|i want an?",
    "wer|wo|welche[rs]?|beste[rsn]?|suche|empfehlen|où|qui|quel(?:le)?s?|meilleure?s?|cherche|recommand\\w+",
    "dónde|quién|qué|cuál|mejor(?:es)?|busco|hvem|hvor|hvilke[nt]?|bedste|søger",
    "wie|waar|welke|beste|dove|chi|quale|miglior\\w*|cerco",
  ].join("|"),
);
const how = anyOf(
  [
    "how (?:do|can|should|to|would)|what (?:do|should|can)|why|wie|warum|comment|pourquoi|que faire",
    "cómo|por qué|qué hago|hvordan|hvorfor|hoe|waarom|come|perché",
  ].join("|"),
);

/** What a prompt asks for, by its words in seven languages. */
export const askingOf = (prompt: string): Asking => ({
  yesNo: yesNo.test(prompt),
  who: who.test(prompt),
  how: how.test(prompt),
});
