import { isUpperCase } from "../../brand-names/name-shape.ts";
import { foldedKey } from "../../text/fold.ts";
import { isWordSomewhere } from "../../text/language/known-word.ts";
import { isPersonOrPlace } from "../../text/language/people-and-places.ts";
import { once } from "../../text/once.ts";
import { isOrdinaryWord } from "../../text/ordinary-word.ts";
import { script, scriptOf } from "../../text/script.ts";
import type { Judgement } from "./judgement.ts";
import type { Occurrence } from "./occurrence.ts";
import { givenNames, givenNamesElsewhere, placeNames, prepositions, relators } from "./word.ts";

const person: Judgement = { counts: false, rule: "other_entity", confidence: 0.88 };
const place: Judgement = { counts: false, rule: "other_entity", confidence: 0.88 };

/** What the judgement needs to know of an occurrence. */
export type Beside = Pick<Occurrence, "profile" | "surface" | "context">;

/** Decides if the words right beside a capitalised name make a person or a place of it; otherwise null. */
export function judgePersonOrPlace(beside: Beside): Judgement | null {
  const { profile, surface, context } = beside;
  if (profile.shape !== "uncased" && isUpperCase(surface.charAt(0)) && isAfterNoun(context)) return person;
  if (profile.words.length !== 1 || profile.shape === "uncased" || !isUpperCase(surface.charAt(0)))
    return null;
  const { before, after } = context;
  if (!mayFollow(before, before.length) && !mayPrecede(after, 0)) return null;
  if (isAfterPerson(beside) || isFirstName(beside)) return person;
  return isPlace(beside) ? place : null;
}

/**
 * Folded nouns of our languages that, right before a name, say what it is, and that are no word for anything a company is or sells.
 * Not in English, where a clause may follow a noun: "the song Spotify recommends".
 */
const nounsBefore: ReadonlySet<string> = new Set(
  (
    "planet goddess hurricane asteroid aunt uncle grandma grandpa " +
    "göttin götterbote hurrikan orkan tante onkel opa nachbar nachbarin sänger sängerin schauspieler schauspielerin schriftsteller schriftstellerin stadtteil ortsteil insel " +
    "planète déesse ouragan tonton mamie chanteur chanteuse actrice écrivain romancier romancière poète quartier stade fleuve " +
    "planeta diosa huracán tía abuelo abuela don doña cantante actriz escritor escritora poeta barrio pueblo isla estadio " +
    "pianeta dea uragano zia zio nonno nonna attrice scrittore scrittrice pittore quartiere isola fiume stadio " +
    "deusa furacão avô avó cantor cantora atriz rainha bairro aldeia ilha estádio " +
    "planeet godin orkaan oom zanger zangeres schrijver schrijfster koningin buurman buurvrouw dorp wijk eiland rivier stadion " +
    "planeten gudinden gudinnen gudinnan guden orkanen moster morbror bedstefar mormor morfar farfar farmor sangeren sangerinden sångaren sångerskan skuespilleren skådespelaren forfatteren " +
    "författaren digteren dikteren krønikeskriveren kongen kungen dronningen drottningen landsbyen bydelen stadsdelen øen øya floden naboen grannen " +
    "planeetta jumalatar hurrikaani myrsky täti setä mummo vaari laulaja näyttelijä kirjailija runoilija kuningatar kylä saari joki " +
    "bogini huragan ciocia wujek babcia dziadek piosenkarz piosenkarka aktorka pisarz pisarka królowa dzielnica dzielnicy wyspa wyspie rzeka rzeką " +
    "bohyně hurikán teta strýc babička dědeček zpěvák zpěvačka herec herečka spisovatel spisovatelka básník královna čtvrť čtvrti vesnice vesnici ostrov řeka řeky " +
    "zeița zeul uraganul mătușa unchiul bunica bunicul cântăreața cântărețul actrița scriitorul scriitoarea regele regina cartierul cartierului satul insula râul strada bulevardul stadionul provincia provinciei " +
    "планета богиня бог ураган тётя дядя дедушка бабушка певец певица актёр актриса писатель писательница поэт король королева деревня деревне посёлок остров острове река реки стадион " +
    "тітка дядько дідусь бабуся співак співачка акторка письменник письменниця острів річка стадіон " +
    "πλανήτης θεά θεός τυφώνας θεία θείος παππούς γιαγιά τραγουδιστής τραγουδίστρια ηθοποιός ποιητής βασιλιάς νησί ποταμός χωριό " +
    "istennő hurrikán nagymama nagypapa énekes énekesnő színész színésznő író költő"
  )
    .split(/\s+/)
    .map(foldedKey),
);

// Folded they would be words of other languages.
const vietnameseNoun = /(?:^|[^\p{L}])(?:[Cc]hị|[Ôô]ng|[Bb]à|[Cc]a sĩ) $/u;

const wordsBefore = new Set([
  ...nounsBefore,
  ...["chị", "ông", "bà", "sĩ"].map(foldedKey),
  ...givenNames,
  ...givenNamesElsewhere,
  ..."mr mrs ms dr prof sir herr herrn frau monsieur madame mme señor señora signor signora général herra rouva pan pana pani fru".split(
    " ",
  ),
  ..."north south east west upper lower mount lake fort river sankt santa san osiedle miasto gmina wieś град село город місто de di stadt dorf staden byen kaupunki kunta".split(
    " ",
  ),
]);

const longestWord = 17;
const inAscii = /^[a-z]*$/;

/** Whether it is worth asking, by the words right beside a span: nearly always it is not. */
export function mayBePersonOrPlace(text: string, start: number, end: number): boolean {
  return mayFollow(text, start) || mayPrecede(text, end);
}

function mayFollow(text: string, start: number): boolean {
  const beside = text.charAt(start - 1);
  if (beside !== " ") return beside === "'" || beside === "’";
  const last = text.charAt(start - 2);
  if (last === ".") return true;
  let from = start - 1;
  while (from > 0 && start - from <= longestWord && scriptOf(text.charCodeAt(from - 1)) !== script.none)
    from--;
  const word = text.slice(from, start - 1).toLowerCase();
  return wordsBefore.has(inAscii.test(word) ? word : foldedKey(word));
}

function mayPrecede(text: string, end: number): boolean {
  const beside = text.charAt(end);
  if (beside === "-") return joinedLand.test(text.slice(end, end + longestWord));
  if (beside === ",") return text.charAt(end + 1) === " " && isUpperCase(text.charAt(end + 2));
  if (beside !== " ") return false;
  const after = text.slice(end, end + reachBeside);
  return [kindsOfLand, uponWater, atWater, familyName].some((words) => words.test(after));
}

/** How far it looks to either side. */
export const reachBeside = 60;

const titles =
  /(?:^|[^\p{L}])(?:mr|mrs|ms|dr|prof|sir|herrn?|frau|monsieur|madame|mme|señora?|signora?|général|herra|rouva|pana?|pani|fru)\.? $/iu;

// "Gudinnen Freia", "landsbyen Thise", "nonno Italo".
function isAfterNoun({ before, after }: Beside["context"]): boolean {
  const noun = /(?:^|[^\p{L}\p{N}'’&-])(\p{L}{2,17}) $/u.exec(before.slice(-24))?.[1];
  if (noun === undefined || legalForm.test(after)) return false;
  return nounsBefore.has(foldedKey(noun)) || vietnameseNoun.test(before.slice(-10));
}

// "Mr. Wolf", "J. Press", "Robert Bosch".
function isAfterPerson({ profile, context: { before, after } }: Beside): boolean {
  if (legalForm.test(after)) return false;
  if (titles.test(before.slice(-12))) return true;
  const { ahead, initial } =
    /(?:^|(?<ahead>\p{L}+) )["“„(]?(?<initial>\p{Lu}\.) $/u.exec(before.slice(-24))?.groups ?? {};
  if (initial !== undefined && (ahead === undefined || relators.has(foldedKey(ahead)))) return true;
  const first = /(?:^|[^\p{L}'’&-])(\p{Lu}\p{Ll}+) $/u.exec(before.slice(-24))?.[1];
  if (first === undefined || !isFirst(foldedKey(first)) || profile.related.has(foldedKey(first)))
    return false;
  return (
    !profile.house || ofPeople.test(before.slice(-reachBeside)) || ofPeople.test(after.slice(0, reachBeside))
  );
}

// "Giorgio Armani" is the house, unless he does or is what people do and are, or it was in another century.
const ofPeople =
  /(?<!\p{N})1[0-9]\d\d(?!\p{N})|(?:^|[^\p{L}])(?:(?:co-?)?found|discover|entdeckt|découv|descub|scopr|ontdek|opdag|upptäck|odkry|objev|born|died|invent|entrepreneur|designer|chairman|mr|he|his|she|actor|actress|directed|réalis|gründ|gegründ|mitgründ|geboren|gestorben|starb|erfand|erfinder|unternehmer|fond(?:é|at|er|ò)|créa(?:teur|trice)|né|née|mort|fund(?:ad|ó)|nacid|nació|murió|nato|nata|morto|nasc|morreu|opgericht|oprichter|overleden|grundl|grunda|stift|född|født|avled|założ|urodz|zmar|narozen|zemřel|zaklad|založ|alapí|született|kurucu|kurdu|doğ|perust|syntyn|осн[оу]в|родил|умер|заснов|народи)/iu;

// "Max", "Rose" and "Will" are words as well.
const isFirst = (word: string): boolean =>
  (givenNames.has(word) || givenNamesElsewhere.has(word)) && !isOrdinaryWord(word) && !placeNames.has(word);

// "Carl Zalqor AG" is a firm.
const legalForm =
  /^,? (?:AG|SE|GmbH|KG|Inc|Corp|LLC|Ltd|PLC|plc|Co|SA|SAS|SpA|S\.p\.A|BV|B\.V|NV|AB|A\/S|ApS|AS|ASA|Oy|Oyj|Group|Gruppe|Holding)(?![\p{L}])/u;

// "Oscar Wilde", "Alan Turing": a given name before what is in no dictionary.
function isFirstName({ profile, surface, context: { before, after } }: Beside): boolean {
  const name = profile.words[0] as string;
  if (!(givenNames.has(name) || givenNamesElsewhere.has(name)) || /s$/.test(surface)) return false;
  const [, particle = "", last] = familyName.exec(after) ?? [];
  // At the head of an item or a cell it may be a product.
  if (last === undefined || /(?:[:|*–—•-])\s*$/.test(before)) return false;
  const key = foldedKey(last);
  if (profile.related.has(key)) return false;
  // "Dirk van den Broek": as a word it would be in lower case.
  if (/^van \p{Ll}/u.test(particle)) return true;
  if (isWordSomewhere(key)) return false;
  // "Otto von Amazon" names two firms.
  if (particle !== "") return isPersonOrPlace(key);
  // What opens a line may be a product too.
  return before.trim() !== "" || isPersonOrPlace(key);
}

const familyName =
  /^ (?:((?:van|von|af|ter)(?: (?:den|der|de|het))?) )?(\p{Lu}\p{Ll}{2,})(?![\p{L}\p{N}'’&-])/u;

const statesAndProvinces =
  "alabama|alaska|arizona|arkansas|california|colorado|connecticut|delaware|florida|georgia|hawaii|idaho|illinois|indiana|iowa|kansas|kentucky|louisiana|maine|maryland|massachusetts|michigan|minnesota|mississippi|missouri|montana|nebraska|nevada|newhampshire|newjersey|newmexico|newyork|northcarolina|northdakota|ohio|oklahoma|oregon|pennsylvania|rhodeisland|southcarolina|southdakota|tennessee|texas|utah|vermont|virginia|washington|westvirginia|wisconsin|wyoming|ontario|quebec|alberta|manitoba|saskatchewan|novascotia|newbrunswick|britishcolumbia|england|scotland|wales|northernireland|newsouthwales|victoria|queensland|tasmania".split(
    "|",
  );

/** States, provinces, and countries as English calls them, folded without spaces. */
const regions = once(() => {
  const countries = new Intl.DisplayNames("en", { type: "region", fallback: "none" });
  const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
  const regionNames = letters.flatMap((one) => letters.flatMap((two) => countries.of(one + two) ?? []));
  return new Set([...statesAndProvinces, ...regionNames.map((name) => foldedKey(name).replaceAll(" ", ""))]);
});

const partsOfLand =
  /(?:^|[^\p{L}])(?:North|South|East|West|Upper|Lower|Mount|Lake|Fort|River|Sankt|Santa|San|Osiedle|miasto|gmina|wieś|Град|град|село|город|місто|ville d[e'’]|ciudad de|città di|Stadt|Dorf|staden|byen|kaupunki|kunta|[Rr]ue|[Bb]oulevard|[Pp]iazza|[Vv]iale|[Cc]alle|[Aa]venida|[Rr]ua|[Pp]raça|ul\.|[Uu]lic[ay]|náměstí|[Уу]лиц[аеы]|ул\.|[Пп]роспекте?|[Пп]лощад[ьи]) ?$/u;
const kindsOfLand =
  /^ (?:Road|Street|Avenue|Lane|River|Lake|Valley|Mountains?|Bridge|Castle|Palace|Church|Cathedral|County|Township|Village|Islands?|Beach|Falls|Creek|Abbey|Caddesi\p{L}*|Sokağı\p{L}*|Sokak|Mahallesi\p{L}*|Bulvarı\p{L}*|Meydanı\p{L}*|utca|utcai|körút|Allee|Straße|straat|laan|náměstí)(?![\p{L}])/u;
// Named one by one: "an der Spitze" is no river, and "nad" also sets two firms side by side.
const uponWater =
  /^ (?:[Uu]pon (?:Avon|Dee|Derwent|Hull|Humber|Severn|Stour|Tees|Thames|Trent|Tweed|Tyne|Wye)|ob der Tauber|nad (?:Bečvou|Bodrogom|Bugiem|Bzurą|Cidlinou|Drwęcą|Dunajcem|Dunajom|Hronom|Jizerou|Labem|Lužnicí|Menem|Metují|Moravou|Narwią|Nežárkou|Nisou|Nitrou|Notecią|Nysą|Odrą|Odrou|Ohří|Orlicí|Oslavou|Pilicą|Prosną|Renem|Sanem|Sázavou|Svratkou|Topľou|Váhom|Vltavou|Wartą|Wisłą))(?![\p{L}])/u;
// A shop may be there too.
const atWater =
  /^ (?:am (?:Bodensee|Inn|Lech|Main|Neckar|Rhein|See)|an der (?:Aare|Aller|Brenz|Donau|Drau|Eder|Elbe|Ems|Enns|Enz|Fils|Fulda|Havel|Iller|Ilm|Isar|Jagst|Lahn|Leine|Leitha|Lippe|Mosel|Mulde|Mur|Murr|Oder|Orla|Pegnitz|Rems|Ruhr|Saale|Salzach|Sieg|Spree|Thaya|Traun|Unstrut|Vils|Weinstraße|Werra|Weser|Wupper|Ybbs))(?![\p{L}])/u;
const joinedLand = /^-(?:on|upon|sur|sous|am|an-der|nad)-\p{Lu}/u;

// "Phoenix, Arizona", "North Rona", "Riverford Road".
function isPlace({ profile, context: { before, after } }: Beside): boolean {
  const name = profile.words[0] as string;
  if (partsOfLand.test(before.slice(-16))) return !prepositions.has(name);
  if (kindsOfLand.test(after) || uponWater.test(after) || joinedLand.test(after)) return true;
  if (!isPersonOrPlace(name)) return false;
  if (atWater.test(after)) return true;
  // Of a shop, it may say where it is.
  if (/, $/.test(before)) return false;
  const [, one, other] = /^, (\p{Lu}\p{L}+)(?: (\p{Lu}\p{L}+))?(?![\p{L}])/u.exec(after) ?? [];
  if (one === undefined) return false;
  const region = foldedKey(one);
  return regions().has(region) || (other !== undefined && regions().has(region + foldedKey(other)));
}
