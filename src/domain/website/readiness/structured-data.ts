/** One thing that JSON-LD describes. */
export interface Item {
  /** Schema.org types without the address of the vocabulary. */
  types: string[];
  properties: Readonly<Record<string, unknown>>;
}

export interface StructuredData {
  items: Item[];
  /** What is wrong, in our words; names of types and properties are of schema.org. */
  errors: string[];
}

const most = { items: 500, depth: 16 };

/** Types that tell an assistant what a page or its publisher is, with what each needs to be of use. */
const needs: Readonly<Record<string, readonly (string | readonly string[])[]>> = {
  Organization: ["name", "url"],
  LocalBusiness: ["name", "address"],
  Person: ["name"],
  WebSite: ["name", "url"],
  WebPage: [["name", "headline"]],
  Product: ["name", ["offers", "review", "aggregateRating", "description"]],
  SoftwareApplication: ["name", ["offers", "aggregateRating", "applicationCategory", "description"]],
  Service: ["name", ["provider", "description", "serviceType"]],
  Article: ["headline", "author", ["datePublished", "dateModified"]],
  FAQPage: ["mainEntity"],
  QAPage: ["mainEntity"],
  HowTo: ["name", "step"],
  Event: ["name", "startDate"],
  Course: ["name", ["provider", "description"]],
  Recipe: ["name", "recipeIngredient"],
  VideoObject: ["name", ["contentUrl", "embedUrl", "description"]],
};

/** Narrower types that say the same and need the same. */
const narrower: Readonly<Record<string, string>> = {
  Corporation: "Organization",
  NGO: "Organization",
  EducationalOrganization: "Organization",
  NewsMediaOrganization: "Organization",
  OnlineBusiness: "Organization",
  OnlineStore: "Organization",
  Store: "LocalBusiness",
  Restaurant: "LocalBusiness",
  Hotel: "LocalBusiness",
  ProfessionalService: "LocalBusiness",
  BlogPosting: "Article",
  NewsArticle: "Article",
  TechArticle: "Article",
  Report: "Article",
  AboutPage: "WebPage",
  ContactPage: "WebPage",
  CollectionPage: "WebPage",
  ItemPage: "WebPage",
  WebApplication: "SoftwareApplication",
  MobileApplication: "SoftwareApplication",
};

const kindOf = (type: string): string => narrower[type] ?? type;

export const isRelevant = ({ types }: Item): boolean =>
  types.some((type) => Object.hasOwn(needs, kindOf(type)));

/** Whether one of its types is this one or narrower. */
export const isA = ({ types }: Item, kind: string): boolean => types.some((type) => kindOf(type) === kind);

/** Reads the JSON-LD blocks of a page: every typed item in them, and what is wrong with the relevant ones. */
export function structuredData(blocks: readonly string[]): StructuredData {
  const items: Item[] = [];
  const errors: string[] = [];
  for (const [index, block] of blocks.entries()) {
    const parsed = parse(block);
    if (parsed === undefined) errors.push(`Block ${index + 1} is not valid JSON.`);
    else if (!namesSchemaOrg(parsed))
      errors.push(`Block ${index + 1} does not name https://schema.org as its @context.`);
    else collect(parsed, items, 0);
  }
  for (const item of items) errors.push(...missingOf(item));
  return { items, errors: [...new Set(errors)] };
}

function parse(block: string): unknown {
  try {
    // Some systems wrap the block in a comment or CDATA.
    return JSON.parse(
      block
        .replace(/^\s*(?:<!--|\/\*<!\[CDATA\[\*\/|<!\[CDATA\[)/, "")
        .replace(/(?:-->|\/\*\]\]>\*\/|\]\]>)\s*$/, ""),
    );
  } catch {
    return undefined;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function namesSchemaOrg(value: unknown): boolean {
  const roots = Array.isArray(value) ? value : [value];
  return roots.some((root) => isObject(root) && /schema\.org/i.test(JSON.stringify(root["@context"] ?? "")));
}

/** Every object with a type, at whatever depth it stands. */
function collect(value: unknown, items: Item[], depth: number): void {
  if (depth > most.depth || items.length >= most.items) return;
  if (Array.isArray(value)) {
    for (const inner of value) collect(inner, items, depth + 1);
    return;
  }
  if (!isObject(value)) return;
  const types = typesOf(value["@type"]);
  if (types.length > 0) items.push({ types, properties: value });
  for (const inner of Object.values(value)) collect(inner, items, depth + 1);
}

const typesOf = (type: unknown): string[] =>
  (Array.isArray(type) ? type : [type])
    .filter((each) => typeof each === "string")
    .map((each) => each.replace(/^(https?:\/\/schema\.org\/|schema:)/i, ""));

const has = ({ properties }: Item, name: string): boolean => {
  const value = Object.hasOwn(properties, name) ? properties[name] : undefined;
  return (
    value !== undefined && value !== null && value !== "" && !(Array.isArray(value) && value.length === 0)
  );
};

/** What a relevant item lacks. One that only refers to another by its @id lacks nothing. */
function missingOf(item: Item): string[] {
  const described = Object.keys(item.properties).some((name) => !name.startsWith("@"));
  if (!described) return [];
  return item.types.flatMap((type) => {
    const wanted = Object.hasOwn(needs, kindOf(type)) ? needs[kindOf(type)]! : [];
    const missing = wanted.filter((names) => ![names].flat().some((name) => has(item, name)));
    const unanswered =
      kindOf(type) === "FAQPage" && has(item, "mainEntity") && !answers(item.properties.mainEntity);
    return [
      ...missing.map((names) => `${type} lacks ${[names].flat().join(" or ")}.`),
      ...(unanswered ? ["FAQPage has a question without an acceptedAnswer text."] : []),
    ];
  });
}

const answers = (questions: unknown): boolean =>
  [questions].flat().every((question) => {
    if (!isObject(question)) return false;
    const answer = [question.acceptedAnswer].flat()[0];
    return isObject(answer) && typeof answer.text === "string" && answer.text.trim() !== "";
  });

/** Dates that items of the page tell: when it was changed, when it came out. */
export const datesIn = (items: readonly Item[]): string[] =>
  items.flatMap(({ properties }) =>
    ["dateModified", "datePublished"].flatMap((name) => {
      const value = Object.hasOwn(properties, name) ? properties[name] : undefined;
      return typeof value === "string" ? [value] : [];
    }),
  );
