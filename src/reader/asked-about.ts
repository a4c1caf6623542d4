import type { Span } from "./markdown/answer-text.ts";
import { foldedKey } from "./text/fold.ts";
import { isOrdinaryWord } from "./text/ordinary-word.ts";

const list = (words: string) =>
  words
    .trim()
    .split(/\s*\|\s*|\s*\n\s*/)
    .join("|");

/** What people ask of a company or of what it sells: "notion pricing". */
const sought = list(`
  pricing|prices?|costs?|fees|rates|reviews?|alternatives?|competitors?|log ?in|sign ?in|sign ?up|free trial|free plan|free tier|free
  version|discounts?|coupons?|promo code|customer service|customer support|tech support|subscription|api|api docs|integrations?
  features?|templates?|tutorial|download|desktop app|mobile app|app|refund|refund policy|ceo|founder|founders|headquarters|careers
  stock price|share price|enterprise plan|not working|down|outage|legit|worth it|pros and cons|privacy policy|security
  for students|for teams|for business|for small business(?:es)?|for startups|for freelancers|for nonprofits|for education
  for personal use|for beginners|account|workspace|reddit|card reader|chrome extension|ai
`);
/** What may come after that, so that "linear pricing model" is no question about Linear. */
const ends = String.raw`(?=\s*(?:$|[?!.,])|\s+(?:for|in|on|per|vs|and|or|with|without|compared|reddit|review|reviews|uk|us|usa|india|canada|explained|plans?|\d{4}|month|monthly|yearly|is|are|not|after|now|today)\b)`;

/** What can only be asked of a company, whatever follows. */
const soughtAnyhow = list(`
  log ?in|sign ?in|sign ?up|alternatives?|competitors?|promo codes?|coupons?|discount codes?|customer (?:service|support)|gift cards?
  card requirements|return policy|refund policy|privacy policy|pricing|free trial|free plan|free tier|app store|phone number
`);
/** Tongues in which the same is asked: German, French, Spanish, Italian, Dutch, Portuguese. */
const soughtElsewhere = list(`
  kosten|preise?|erfahrungen|kostenlos|anmelden|anmeldung|kündigen|abo|alternativen?|bewertung(?:en)?|gebühren
  prix|tarifs?|avis|gratuit|connexion|c'est (?:gratuit|fiable|payant|quoi)|abonnement|alternatives?|est(?:-il| il) (?:gratuit|fiable|payant)
  precios?|opiniones|es (?:gratis|seguro|fiable)|alternativas?|iniciar sesión|prezz[io]|recensioni|opinioni|è (?:gratis|sicuro)|accedi
  ervaringen|inloggen|gratis|opzeggen|preços?|é (?:confiável|grátis|seguro)|avaliações
`);
const goesWrong =
  "(?:keeps?|kept) (?:crash|freez|logg|log|disconnect|lagg|buffer|ask|sign|load|sync|charg|send|say|show|ask|clos|stopp|kick)ing|(?:won't|wont|doesn't|doesnt|isn't|isnt|not) (?:load|open|work|sync|connect|record|send|respond|launch|start|updat)(?:e|ing)?|keeps? \\w+ing me";
const kinds =
  "ai|crm|pos|app|software|credit card|card|payroll|accounting|invoicing|banking|checking|browser|messenger|employee|pro|plus|premium|business|enterprise|web|desktop";
const line = `(?:(?:${kinds}) )?`;
const anyhow = new RegExp(`^\\s+${line}(?:(?:${soughtAnyhow})(?![\\p{L}])|(?:${goesWrong}))`, "u");
const elsewhere = new RegExp(`^\\s+(?:app )?(?:${soughtElsewhere})(?=\\s*(?:$|[?!.,]|\\s\\p{L}{2,}))`, "u");
const goingWrong =
  /^\s+(?:keep|always|randomly|constantly)\s+(?:crash|freez|lagg|logg|log|disconnect|buffer|ask|sign|sync|charg|kick|stopp|clos)ing/;
const slow =
  /^\s+(?:app |website )?so (?:slow|laggy|buggy|glitchy|expensive|complicated|confusing|popular)(?: (?:today|now|lately|all of a sudden|on (?:mac|windows|iphone|android)))?\s*[?!.]*$/;
const costsElsewhere =
  /^(?:wer steckt hinter|was kostet|cuánto cuesta|cuanto cuesta|combien (?:coûte|coute)|quanto (?:costa|custa)|hoeveel kost)$/;
const isElsewhere = /^(?:ist|wie (?:gut|sicher|teuer) ist|es|est-ce que|è|é)$/;
const judgedElsewhere =
  /^\s+(?:kostenlos|sicher|seriös|gratis|seguro|fiable|confiable|confiável|gratuito|sicuro|(?:est )?(?:gratuit|fiable|payant))(?!\p{L})/u;
const relationElsewhere =
  /(?:^|\s)(?:alternativen? (?:zu|von|für)|alternativas? (?:a|ao|para)|alternatives? (?:à|a|de)|alternative a|alternatieven? voor|erfahrungen mit|kündigung (?:von|bei)|anmelden bei|opiniones (?:de|sobre)|avis sur|similar a)$/u;
const endsHere = new RegExp(`^${ends}`);
const first = new RegExp(`^\\s+${line}(?:${sought})${ends}`);
const own = new RegExp(
  `^\\s+(?:account|subscription|workspace|app|log ?in|invoice|card reader|terminal)${ends}`,
);

const verb =
  "is|are|was|isn't|does|do|did|can|will|should|has|why is|why are|why does|how (?:good|safe|secure|reliable|expensive|popular|big|private) is|how much (?:is|does)|how (?:does|do|can|is)|when (?:was|did)|where is";
const asks = new RegExp(`^(?:so|hey|ok|and|but)?\\s*(?:${verb})$`);
const really = "(?:really |actually |still |even |also |completely |totally |currently |any |too |so )?";
const verdicts = list(`
  free(?! [a-z])|free (?:for|to|or|of|forever)|open (?:on|today|now|late|24)|good(?! (?:in|day|time|for (?:you|diabet[a-z]+|dogs?|cats?|bab(?:y|ies)|skin|hair|weight|sleep|constipation|pregnan[a-z]+|digestion|(?:your |the )?health|an?|[a-z]+ing (?:a|an|the|my|your|our))\\b))|bad(?! (?:day|time|luck))|worth|safe|secure|legit|reliable|cheaper|expensive|overpriced|overrated|popular|easy
  to|hard to|down|hipaa|gdpr|soc ?2|compliant|open source|available|compatible|suitable|trustworthy|encrypted|dead
  shutting down|owned by|part of|similar to|profitable|going public|publicly|a (?:good|great) (?:tool|app|crm|company|choice|option|alternative|product|platform)
  a (?:real|legit|legitimate|trustworthy|safe|reliable|secure|scam) (?:bank|company|business|site|website|app|service|broker)
  a scam|a crm|an app|a public company|a chinese company|the best (?:tool|app|crm|choice|option|platform|software)|for (?:free|students|teams|business)
`);
const does = list(`
  have|offer|support|work|integrate|cost|allow|sync|sell|charge|include|accept|take|provide|replace|own|store|track
  export|import|let|need|require|run on|connect|record|deliver|ship|compare|make money|use|encrypt|train on
`);
const isJudged = new RegExp(`^\\s+${line}${really}(?:${verdicts})(?![a-z])`);
const isDoing = new RegExp(`^\\s+${really}(?:${does})(?![a-z])`);

const isRated = new RegExp(`^\\s+${line}(?:worth it|legit|or not)\\s*[?]*$`);

const names =
  /^(?:so |hey |ok )?(?:what is|what's|whats|what are|tell me about|who owns|who is|who made|who makes|who uses|who runs|who founded|why use|thoughts on|opinions on|experience with|anyone (?:use|using|tried))$/;
const afterName =
  /^\s*(?:[?!.]*$)|^\s+(?:app|crm|software|ai|used for|known for|good for|best for|worth|company|inc)\b/;

/** Words before a name that only something chosen, used or compared can have. */
const relation = new RegExp(
  `(?:^|\\s)(?:${list(`
  alternatives? (?:to|for|of)|alternative|competitors? (?:to|of|for)|rivals? (?:of|to)|similar to|compared (?:to|with)|compare|instead of|cheaper than
  switch(?:ing|ed)? (?:from \\S+ )?(?:to|from)|migrat(?:e|ing|ed) (?:from \\S+ )?(?:to|from)|mov(?:e|ing|ed) (?:away )?from|mov(?:e|ing) from \\S+ to|upgrade to
  subscribe to|log ?in to|sign (?:in|up) (?:to|for)|integrations? (?:for|with)|integrates? with|connect to|syncs? with|(?:apps?|tools?|software|sites?
  services?|companies|something|platforms?|programs?) like|reviews? (?:of|for|about)|founders? of|ceo of|owner of|pricing of|cost of|cancel(?:ing|ling)?(?: my)?
  uninstall|download|pay for|trust|replace|replacing|ditch(?:ing)?|leave|leaving|delete my`)})$`,
);
const used = /(?:^|\s)(?:use|using|uses|used|buy|choose|recommend|try|try out|get)$/;
const alone =
  /^\s*(?:$|[?!.,])|^\s+(?:for|with|to (?!be\b)|and|or|vs|versus|at work|as (?:a|an|my|our)|without|instead|if|when|app|account|plan|subscription|as|in \d{4}|that|anymore|now)\b/;

const within =
  /\b(?:how (?:to|do (?:i|you|we)|can (?:i|we))|can (?:i|you|we)|way to|steps to)\b.*\s(?:in|into|from|with|using|via|inside)$/;
const last = /^\s*(?:[?!.]*$)|^\s+(?:app|desktop|mobile|for free|without)\b/;

const days =
  /^(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|january|february|march|april|june|july|august|september|october|november|december)$/;

/** A word before a name that makes it an ordinary one, unless what people ask of a brand comes first. */
const ordinary =
  /(?:^|\s)(?:a|an|the|some|any|this|that|these|those|more|less|no|much|every|each|next|last|on|by|until|since)$/;

const versus =
  /^\s*(?:app |pos |crm |browser |payroll |software )?(?:vs\.?|versus|v\.?s\.?|or|compared (?:to|with)|against)\s+(?<other>\S+)/;
const versusBefore = /(?<other>\S+)\s+(?:vs\.?|versus|or|compared (?:to|with)|against|and)$/;
const than =
  /^\s+(?:\S+\s+){0,2}?(?:better|cheaper|worse|easier|safer|faster|simpler|more \S+) (?:than|or)\s+(?<other>\S+)/;

/**
 * Whether a prompt asks about the company with this name, where the name is an ordinary word as well: "notion pricing", "is
 * slack free", and not "a good notion of time". `isTracked` tells whether another tracked name stands at an offset.
 */
export function isAskedAbout(
  prompt: string,
  { start, end }: Span,
  isTracked: (offset: number) => boolean,
  about: string | null = null,
): boolean {
  const before = prompt.slice(0, start).toLowerCase().replaceAll(/\s+/g, " ").trim();
  const textAfter = prompt.slice(end).toLowerCase();
  const after = withoutKind(textAfter, about);
  if (relation.test(before)) return alone.test(after) || first.test(after);
  if (relationElsewhere.test(before)) return alone.test(after);
  if (ordinary.test(before)) return false;
  if (isCompared(prompt, { start, end }, isTracked)) return true;
  if (before === "")
    return (
      [first, isRated, anyhow, elsewhere].some((each) => each.test(after)) ||
      (after !== textAfter && endsHere.test(after))
    );
  if (/^why (?:is|are)$/.test(before) && slow.test(after)) return true;
  if (
    /^why (?:is|are)$/.test(before) &&
    /^\s+(?:charging|holding|billing|blocking|asking|locking) (?:me|my|our|us)\b/.test(after)
  )
    return true;
  if (/^why (?:does|do)$/.test(before) && goingWrong.test(after)) return true;
  if (costsElsewhere.test(before)) return /^\s*(?:[?!.]*$|im monat|al mes|par mois)/.test(after);
  if (isElsewhere.test(before)) return judgedElsewhere.test(after);
  if (/(?:^|\s)(?:my|our|your)$/.test(before)) return own.test(after);
  if (asks.test(before)) return isJudged.test(after) || isDoing.test(after) || first.test(after);
  if (names.test(before)) return afterName.test(after) || first.test(after);
  if (used.test(before)) return alone.test(after) || first.test(after);
  return within.test(before) && last.test(after);
}

/** Ordinary words that people compare only as names. */
const wellKnown = new Set(
  "uber lyft chrome safari firefox intercom teams stripe toast chime discord excel outlook".split(" "),
);
const measured = /^\s+(?:size|mass|weight|formula|equation|temperature|diagram|distance|atmosphere)\b/;

/** What follows a name without the words of what it is ("gusto payroll reviews"), where something is known of it. */
function withoutKind(after: string, about: string | null): string {
  if (about === null) return after;
  const kindWords = new Set(
    (about.toLowerCase().match(/\p{L}{3,}/gu) ?? []).filter((word) => !joining.has(word)),
  );
  let rest = after;
  for (;;) {
    const word = /^\s+(\p{L}+)(?![\p{L}'’])/u.exec(rest);
    if (!word?.[1] || !kindWords.has(word[1])) return rest;
    rest = rest.slice(word[0].length);
  }
}

const joining = new Set(["and", "for", "the", "with", "from", "that", "your", "our", "free", "best", "good"]);

/** "square vs stripe": beside another name, or a word that is nothing but a name. */
function isCompared(prompt: string, { start, end }: Span, isTracked: (offset: number) => boolean): boolean {
  const after = prompt.slice(end);
  const before = prompt.slice(0, start).trimEnd();
  const next = versus.exec(after.toLowerCase()) ?? than.exec(after.toLowerCase());
  if (
    next?.groups?.other &&
    !measured.test(after.toLowerCase().slice(next[0].length)) &&
    isName(prompt, end + next[0].length - next.groups.other.length, next.groups.other, isTracked)
  )
    return true;
  const back = versusBefore.exec(before.toLowerCase());
  return back?.groups?.other !== undefined && isName(prompt, back.index, back.groups.other, isTracked);
}

function isName(prompt: string, at: number, word: string, isTracked: (offset: number) => boolean): boolean {
  if (isTracked(at)) return true;
  const letters = word.replace(/[^\p{L}\p{N}]+$/u, "");
  if (letters.length < 3) return false;
  if (wellKnown.has(letters.toLowerCase())) return true;
  if (days.test(letters)) return false;
  const initial = prompt.charAt(at);
  // A title in capitals says nothing: "Square or Round".
  const capital = initial !== initial.toLowerCase();
  return !isOrdinaryWord(foldedKey(letters)) && (capital || /^[\p{L}\p{N}.]+$/u.test(letters));
}
