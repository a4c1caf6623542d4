import { foldedKey } from "../text/fold.ts";
import { isOrdinaryWord } from "../text/ordinary-word.ts";
import type { Span } from "./markdown/answer-text.ts";

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

const line = "(?:(?:ai|crm|app|software|credit card|card|payroll|pro|plus|premium|business|enterprise) )?";
const first = new RegExp(`^\\s+${line}(?:${sought})${ends}`);
const own = new RegExp(
  `^\\s+(?:account|subscription|workspace|app|log ?in|invoice|card reader|terminal)${ends}`,
);

const verb =
  "is|are|was|isn't|does|do|did|can|will|should|has|why is|why are|why does|how (?:good|safe|secure|reliable|expensive|popular|big|private) is|how much (?:is|does)|how (?:does|do|can|is)|when (?:was|did)|where is";
const asks = new RegExp(`^(?:so|hey|ok|and|but)?\\s*(?:${verb})$`);
const really = "(?:really |actually |still |even |also |completely |totally |currently |any |too |so )?";
const judged = list(`
  free(?! [a-z])|free (?:for|to|or|of|forever)|open (?:on|today|now|late|24)|good(?! (?:in|day|time|for (?:you|digestion|(?:your |the )?health|an?|[a-z]+ing (?:a|an|the|my|your|our))\\b))|bad(?! (?:day|time|luck))|worth|safe|secure|legit|reliable|cheaper|expensive|overpriced|overrated|popular|easy
  to|hard to|down|hipaa|gdpr|soc ?2|compliant|open source|available|compatible|suitable|trustworthy|encrypted|dead
  shutting down|owned by|part of|similar to|profitable|going public|publicly|a (?:good|great) (?:tool|app|crm|company|choice|option|alternative|product|platform)
  a scam|a crm|an app|a public company|a chinese company|the best (?:tool|app|crm|choice|option|platform|software)|for (?:free|students|teams|business)
`);
const does = list(`
  have|offer|support|work|integrate|cost|allow|sync|sell|charge|include|accept|take|provide|replace|own|store|track
  export|import|let|need|require|run on|connect|record|deliver|ship|compare|make money|use|encrypt|train on
`);
const isJudged = new RegExp(`^\\s+${line}${really}(?:${judged})(?![a-z])`);
const isDoing = new RegExp(`^\\s+${really}(?:${does})(?![a-z])`);

const isRated = new RegExp(`^\\s+${line}(?:worth it|legit|or not)\\s*[?]*$`);

const names =
  /^(?:so |hey |ok )?(?:what is|what's|whats|what are|tell me about|who owns|who is|who made|who makes|who uses|who runs|who founded|why use|thoughts on|opinions on|experience with|anyone (?:use|using|tried))$/;
const named =
  /^\s*(?:[?!.]*$)|^\s+(?:app|crm|software|ai|used for|known for|good for|best for|worth|company|inc)\b/;

/** Words before a name that only something chosen, used or compared can have. */
const relation = new RegExp(
  `(?:^|\\s)(?:${list(`
  alternatives? (?:to|for|of)|alternative|competitors? (?:to|of|for)|rivals? (?:of|to)|similar to|compared (?:to|with)|compare|instead of
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

const versus = /^\s*(?:vs\.?|versus|v\.?s\.?|or|compared (?:to|with)|against)\s+(?<other>\S+)/;
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
): boolean {
  const before = prompt.slice(0, start).toLowerCase().replaceAll(/\s+/g, " ").trim();
  const after = prompt.slice(end).toLowerCase();
  if (relation.test(before)) return alone.test(after) || first.test(after);
  if (ordinary.test(before)) return false;
  if (isCompared(prompt, { start, end }, isTracked)) return true;
  if (before === "") return first.test(after) || isRated.test(after);
  if (/(?:^|\s)(?:my|our|your)$/.test(before)) return own.test(after);
  if (asks.test(before)) return isJudged.test(after) || isDoing.test(after) || first.test(after);
  if (names.test(before)) return named.test(after) || first.test(after);
  if (used.test(before)) return alone.test(after) || first.test(after);
  return within.test(before) && last.test(after);
}

/** "square vs stripe": beside another name, or a word that is nothing but a name. */
function isCompared(prompt: string, { start, end }: Span, isTracked: (offset: number) => boolean): boolean {
  const after = prompt.slice(end);
  const before = prompt.slice(0, start).trimEnd();
  const next = versus.exec(after.toLowerCase()) ?? than.exec(after.toLowerCase());
  if (
    next?.groups?.other &&
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
  if (days.test(letters)) return false;
  const given = prompt.charAt(at);
  // A title in capitals says nothing: "Square or Round".
  const capital = given !== given.toLowerCase();
  return !isOrdinaryWord(foldedKey(letters)) && (capital || /^[\p{L}\p{N}.]+$/u.test(letters));
}
