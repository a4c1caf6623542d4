import { jsonValuesIn } from "./json-blocks.ts";

/** One thing that JSON-LD describes. */
export interface Item {
  /** Schema.org types without the vocabulary's address. */
  types: string[];
  /** Its `dateModified` and `datePublished`, as written. */
  dates: string[];
}

/** What a page's JSON-LD says. Type names and dates are foreign; errors are in our own words. */
export interface StructuredData {
  /** Number of blocks. */
  blocks: number;
  /** The items described with schema.org. */
  items: Item[];
  errors: string[];
  /** Types in all blocks, without repeats, whether or not they name schema.org. */
  types: string[];
  /** What it calls the site. */
  siteName: string | null;
}

/** Anything with a type, as written. */
interface Described {
  types: string[];
  properties: Readonly<Record<string, unknown>>;
}

/** Real blocks have a few kilobytes; a longer one costs more memory than its page. */
const blockMax = 500_000;
const most = { items: 500, depth: 16, typesOfOne: 10, types: 50, context: 1_000 };

/** Types that tell an assistant what a page or its publisher is, with what each needs to be useful. */
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

/** Narrower types that mean the same and need the same. */
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

/** Whether it has this type or a narrower one. */
export const isA = ({ types }: Item, kind: string): boolean => types.some((type) => kindOf(type) === kind);

/** Reads a page's JSON-LD blocks: every typed item, and what is wrong with the relevant ones. */
export function structuredData(blocks: readonly string[]): StructuredData {
  const all: Described[] = [];
  const ofSchema: Described[] = [];
  const errors: string[] = [];
  for (const [index, block] of blocks.entries()) {
    if (block.length > blockMax) {
      errors.push(`Block ${index + 1} is too long to be read.`);
      continue;
    }
    const { values, fault } = jsonValuesIn(block);
    const context = namesSchemaOrg(values);
    for (const value of values) {
      const objects = describedIn(value, most.items - all.length);
      all.push(...objects);
      if (context) ofSchema.push(...objects);
    }
    if (fault)
      errors.push(
        `Block ${index + 1} is not valid JSON: ${fault.what} at line ${fault.line}, column ${fault.column}.`,
      );
    else if (!context) errors.push(`Block ${index + 1} does not name https://schema.org as its @context.`);
  }
  for (const item of ofSchema) errors.push(...missingOf(item));
  return {
    blocks: blocks.length,
    items: ofSchema.map((item) => ({ types: item.types, dates: datesOf(item) })),
    errors: [...new Set(errors)],
    types: [...new Set(all.flatMap(({ types }) => types))].filter(isPlain).slice(0, most.types),
    siteName: siteNameIn(all),
  };
}

const isPlain = (type: string): boolean => /^[A-Za-z:/.]{1,60}$/.test(type);

function siteNameIn(all: readonly Described[]): string | null {
  for (const type of ["WebSite", "Organization", "Corporation"])
    for (const { types, properties } of all)
      if (types.includes(type) && typeof properties.name === "string") return properties.name;
  return null;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function namesSchemaOrg(values: readonly unknown[]): boolean {
  return values.flat().some((root) => isObject(root) && saysSchemaOrg(root["@context"]));
}

/** Whether a context refers to schema.org anywhere: as its text, in a list, or as a term's value. */
function saysSchemaOrg(context: unknown): boolean {
  const open = [context];
  for (let visits = 0; open.length > 0 && visits < most.context; visits += 1) {
    const value = open.pop();
    if (typeof value === "string" && /schema\.org/i.test(value)) return true;
    if (typeof value === "object" && value !== null)
      for (const inner of Object.values(value).slice(0, most.context)) open.push(inner);
  }
  return false;
}

/** Every object with a type, in order, within bounds of depth and number; without recursion. */
function describedIn(value: unknown, atMost: number): Described[] {
  const objects: Described[] = [];
  const open = [{ value, depth: 0 }];
  while (open.length > 0 && objects.length < atMost) {
    const { value, depth } = open.pop()!;
    if (typeof value !== "object" || value === null) continue;
    const types = isObject(value) ? typesOf(value["@type"]) : [];
    if (types.length > 0) objects.push({ types, properties: value as Record<string, unknown> });
    if (depth === most.depth) continue;
    const inner = Object.values(value);
    for (let at = inner.length - 1; at >= 0; at -= 1)
      if (typeof inner[at] === "object") open.push({ value: inner[at], depth: depth + 1 });
  }
  return objects;
}

const typesOf = (type: unknown): string[] =>
  (Array.isArray(type) ? type : [type])
    .slice(0, most.typesOfOne)
    .filter((each) => typeof each === "string")
    .map((each) => each.slice(0, 200).replace(/^(https?:\/\/schema\.org\/|schema:)/i, ""));

const has = ({ properties }: Described, name: string): boolean => {
  const value = Object.hasOwn(properties, name) ? properties[name] : undefined;
  return (
    value !== undefined && value !== null && value !== "" && !(Array.isArray(value) && value.length === 0)
  );
};

/** What a relevant item lacks. One that only refers to another by its @id lacks nothing. */
function missingOf(item: Described): string[] {
  const described = Object.keys(item.properties).some((name) => !name.startsWith("@"));
  if (!described) return [];
  return item.types.flatMap((type) => {
    const required = Object.hasOwn(needs, kindOf(type)) ? needs[kindOf(type)]! : [];
    const missing = required.filter((names) => ![names].flat().some((name) => has(item, name)));
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

/** The dates it gives for the page: when it was modified and when it was published. */
const datesOf = ({ properties }: Described): string[] =>
  ["dateModified", "datePublished"].flatMap((name) => {
    const value = Object.hasOwn(properties, name) ? properties[name] : undefined;
    return typeof value === "string" ? [value.slice(0, 100)] : [];
  });
