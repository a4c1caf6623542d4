import { foldedKey } from "./fold.ts";
import { once } from "./once.ts";
import { type TopicWord, type Word, wordOf } from "./words.ts";

/**
 * The words of one trade per line, so that an answer about laptops is about computers. Folded stems; a word may be in
 * several lines.
 */
const trades = `
computer laptop notebook pc desktop macbook chromebook ultrabook tablet monitor processor workstation windows software operating printer printing print inkjet laser ink toner scanner copier
phone smartphone mobile cell cellular cellphone iphone android handset carrier prepaid sim wireless telecom telecommunication network operator telefonie telefonia broadband internet fiber fibre isp
tv television streaming stream movie film series show video channel drama netflix hulu
music audio sound headphone earbud earphone speaker soundbar song podcast lossless turntable vinyl record cartridge phono
guitar acoustic instrument piano bass amp string
camera photo photography lens doorbell security surveillance
smart home thermostat speaker alexa hub wifi router mesh modem wi-fi
clothing clothe apparel fashion shirt jean dress wear outfit jacket coat sweater denim garment outerwear leggings sportswear activewear swimwear swimsuit bikini shoe sneaker trainer footwear boot underwear bra lingerie
running runner run marathon shoe sneaker footwear race
outdoor ski snow hiking camping fleece parka winter tent trail jacket
luggage suitcase carry-on backpack tote duffel handbag bag travel
mattress bed sleep sleeper pillow bedding foam
kitchen cookware pan pot nonstick skillet fry frying cook cooking ceramic knife appliance blender fryer oven toaster mixer air microwave dishwasher fridge refrigerator smoothie coffee espresso grinder barista latte machine kettle
vacuum cleaner stick cordless mop suction
dehumidifier humidifier conditioner conditioning purifier heater hvac humidity basement
toothbrush toothpaste dental oral teeth dentist
skin skincare moisturizer cosmetic makeup beauty serum sunscreen lotion acne cleanser
soap shampoo deodorant hygiene detergent laundry razor shave grooming toothpaste
furniture sofa couch chair desk decor rug
bank banking card credit finance financial saving loan mortgage debit reward apr checking budgeting
payment pay checkout merchant invoice transfer currency wallet terminal point-of-sale
invest investing investment broker brokerage stock trading etf retirement wealth crypto cryptocurrency bitcoin
accounting bookkeeping invoice tax payroll expense erp
insurance insurer coverage claim
airline flight airport plane fare lounge
hotel resort lodging vacation travel trip booking
taxi ride-hailing scooter rideshare
car auto automobile vehicle ev suv truck sedan automotive
energy oil gas petrol fuel electricity solar
sandwich restaurant burger pizza fast food meal taco chicken
drink beverage soda beer wine juice
snack chocolate candy gum protein nutrition vitamin supplement
crm sale lead pipeline marketing
project task collaboration productivity workspace issue tracker kanban
chat messaging messenger email inbox meeting conference
storage backup cloud sharing
password security vault encryption vpn privacy antivirus firewall cybersecurity identity
website hosting domain cms publishing blog ecommerce newsletter wordpress
developer code coding api programming editor ide framework deploy devops git
database data warehouse analytics sql query dashboard
ai assistant chatbot llm gpt generative
browser search privacy
social network post scheduling influencer
job hiring recruiting recruitment hr career resume employer talent payroll
school education course learning university tutor lesson student
healthcare doctor telehealth medical medicine pharmacy hospital patient clinic
fitness gym workout exercise yoga treadmill meditation wellness
massage recovery muscle percussion percussive
watch smartwatch wearable gps fitness
sport basketball football tennis golf baseball soccer
game gaming console
toy child kid baby stroller diaper
pet dog cat veterinary litter
dating relationship single
estate apartment rent realtor house housing
legal law lawyer contract attorney
newspaper news magazine press journalism
shipping delivery parcel logistics courier postal
drill saw garden paint lumber hardware
eyewear sunglasses glasses eye
jewelry diamond gold ring
`;

/** The trades of a folded stem, by their line. */
const tradesOf = once(() => {
  const of = new Map<string, number[]>();
  for (const [trade, line] of trades.trim().split("\n").entries())
    for (const word of line.split(" ")) {
      const stem = stemOf(foldedKey(word));
      const stemTrades = of.get(stem);
      if (stemTrades) stemTrades.push(trade);
      else of.set(stem, [trade]);
    }
  return of;
});

/** The words and trades of a text, for comparison with another. */
export interface Topic {
  /** All of its words, in their order. */
  all: readonly Word[];
  /** How often each word occurs. */
  words: ReadonlyMap<string, number>;
  stems: ReadonlySet<string>;
  trades: ReadonlySet<number>;
  /** It is about selling or reviewing other companies' products, so any topic suits it. */
  anything: boolean;
}

const sellers = new Set(
  "retailer retail supermarket store marketplace shop shopping department grocery warehouse electronic electronics operating payment search newspaper magazine news journalism".split(
    " ",
  ),
);
// Words that fit every trade and tell nothing.
const vague = new Set(
  "app service company product smart online digital platform tool personal free best top good new one way make help use need year price".split(
    " ",
  ),
);

function topicWord(word: Word): TopicWord {
  word.topic ??= topicWordOf(word.key);
  return word.topic;
}

function topicWordOf(word: string): TopicWord {
  const tooShort = word.length < 3 && !/^(?:tv|pc|ai|ev|hr)$/.test(word);
  const stem = tooShort ? "" : stemOf(word);
  const tells = !tooShort && !vague.has(stem);
  return {
    stem: tells ? stem : null,
    trades: tells ? (tradesOf().get(stem) ?? []) : [],
    sellsAnything: !tooShort && sellers.has(stem),
  };
}

/** The topic of a list of folded words, computed as needed. */
export const topicOf = (words: readonly string[]): Topic => topicOfWords(words.map(wordOf));

/** The same of words as they were read. */
export const topicOfWords = (all: readonly Word[]): Topic => new LazyTopic(all);

type Telling = Pick<Topic, "stems" | "trades" | "anything">;

// A class: getters in a literal would give each topic a shape of its own, and all that reads one would be slow.
class LazyTopic implements Topic {
  readonly all: readonly Word[];
  private times: Topic["words"] | null = null;
  private told: Telling | null = null;

  constructor(all: readonly Word[]) {
    this.all = all;
  }

  get words(): Topic["words"] {
    this.times ??= timesOf(this.all);
    return this.times;
  }

  get stems(): Topic["stems"] {
    return this.telling().stems;
  }

  get trades(): Topic["trades"] {
    return this.telling().trades;
  }

  get anything(): boolean {
    return this.telling().anything;
  }

  private telling(): Telling {
    this.told ??= tellingOf(this.all);
    return this.told;
  }
}

function timesOf(words: readonly Word[]): Map<string, number> {
  const times = new Map<string, number>();
  for (const { key } of words) times.set(key, (times.get(key) ?? 0) + 1);
  return times;
}

function tellingOf(words: readonly Word[]): Telling {
  const stems = new Set<string>();
  const trades = new Set<number>();
  let anything = false;
  for (const word of words) {
    const { stem, trades: wordTrades, sellsAnything } = topicWord(word);
    if (sellsAnything) anything = true;
    if (stem === null) continue;
    stems.add(stem);
    for (const trade of wordTrades) trades.add(trade);
  }
  return { stems, trades, anything };
}

/** Whether two topics share a word or a trade. The second may be a text that is compared only once or twice. */
export function sharesTopic({ stems, trades }: Topic, { all }: Topic): boolean {
  for (const word of all) {
    const { stem } = topicWord(word);
    if (stem !== null && stems.has(stem)) return true;
  }
  return trades.size > 0 && all.some((word) => topicWord(word).trades.some((trade) => trades.has(trade)));
}

/** Whether any word of a topic is of a trade. */
export const hasTrade = ({ all }: Topic): boolean => all.some((word) => topicWord(word).trades.length > 0);

/** A word without its plural ending. */
export function stemOf(word: string): string {
  if (word.endsWith("ies") && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(?:s|x|z|ch|sh)es$/.test(word)) return word.slice(0, -2);
  return word.endsWith("s") && !word.endsWith("ss") && word.length > 3 ? word.slice(0, -1) : word;
}
