import { createRequire } from "node:module";
import { type Static, type TOptional, type TSchema, type TUnsafe, Type } from "typebox";
import { type Provider, providers } from "../../reader/provider.ts";
import { normalForm } from "../../reader/text/normal-form.ts";
import type { Warning } from "../api/context.ts";
import { showAs } from "../api/schema/openapi-hints.ts";
import { Nullable, ObjectOrNull } from "../api/schema/schema.ts";
import { MonthlySpend } from "../api/schema/spending.ts";
import { ProviderWord, ScheduleWord } from "../api/schema/words.ts";
import type { EngineChoice } from "../engines/engine-choice.ts";
import { type Issue, invalid } from "../kernel/problem.ts";
import type { Competitor } from "./project.ts";
import { PromptList } from "./prompts/prompt-terms.ts";
import { UntilTerms } from "./until-terms.ts";

const countryCode = "an ISO 3166-1 country code of two capital letters, such as GB or DE";
const languageTag = "a BCP 47 language tag, such as en or pt-BR";

export const Name = (description: string) => Type.String({ minLength: 1, maxLength: 120, description });
const Domain = (description: string) => Type.String({ minLength: 1, maxLength: 253, description });

/** Other names that one brand may have. */
export const aliasesMax = 20;

/** A rival as a caller may write it: the name alone, or an object with more about it. */
const CompetitorTerms = showAs(
  Type.Union([
    Name("Name of the competitor."),
    showAs(
      Type.Object({
        name: Name("Name of the competitor."),
        aliases: Type.Optional(
          Type.Array(Name("Another name."), { maxItems: aliasesMax, description: "Other names for it." }),
        ),
        domain: Type.Optional(Domain("Its own domain, such as `competitor.example`.")),
      }),
      { name: "CompetitorInput" },
    ),
  ]),
  { name: "CompetitorOrName" },
);

/** The rivals of one analysis. */
export const Competitors = showAs(
  Type.Array(CompetitorTerms, {
    maxItems: 20,
    description: "Competitors, each a name or an object with `name`; default: the project's; empty: none.",
  }),
  { name: "AnalysisCompetitors" },
);

/** A rival in its normal form; what was not given is absent. */
export interface GivenCompetitor {
  name: string;
  aliases?: readonly string[] | undefined;
  domain?: string | null | undefined;
}

/** Turns both ways of writing a rival into one. */
export const givenCompetitors = (list: readonly (string | GivenCompetitor)[]): GivenCompetitor[] =>
  list.map((rival) => (typeof rival === "string" ? { name: rival } : rival));

export const projectNames = { name: Name("Name of the project."), brand: Name("Brand to measure.") };

const settings = {
  brandAliases: Type.Array(Name("Another name."), {
    maxItems: aliasesMax,
    description: "Other names of the brand.",
  }),
  domain: Domain("The brand's domain, such as `acme.example`."),
  websiteUrl: Type.String({
    minLength: 1,
    maxLength: 2048,
    description: "URL of its website, http or https.",
  }),
  about: Type.String({
    minLength: 1,
    maxLength: 300,
    description: "What the brand sells, in one line. Helps to tell its name from ordinary words.",
  }),
  competitors: Type.Array(CompetitorTerms, {
    maxItems: 20,
    description: "Competitors, each a name or an object with `name`.",
  }),
  prompts: PromptList,
  providers: Type.Array(ProviderWord(), {
    minItems: 1,
    maxItems: providers.length,
    description: "Assistants to ask; default: all configured ones.",
  }),
  samples: Type.Integer({
    minimum: 1,
    maximum: 10,
    description: "How often a run asks each assistant each prompt.",
  }),
  until: UntilTerms,
  monthlySpendUsd: MonthlySpend("What its calls may cost in a calendar month, USD."),
  schedule: ScheduleWord({ description: "When a project runs by itself." }),
  country: Type.String({
    minLength: 2,
    maxLength: 2,
    expects: countryCode,
    description: "Country the questions are asked from (ISO 3166-1).",
  }),
  language: Type.String({
    minLength: 2,
    maxLength: 35,
    expects: languageTag,
    description: "Language of the questions (BCP 47).",
  }),
  timezone: Type.String({
    minLength: 1,
    maxLength: 64,
    description: "Time zone of the schedule (IANA).",
  }),
  workspaceId: Type.String({ format: "uuid", description: "Client workspace it belongs to." }),
};

/** The same fields, each optional and nullable. */
function orNull<T extends Record<string, TSchema>>(fields: T) {
  const optional = Object.entries(fields).map(([name, schema]) => {
    const { title, description = "" } = schema as { title?: string; description?: string };
    // What has a title is written once and referred to.
    return [
      name,
      Type.Optional(title ? ObjectOrNull(schema, description) : Nullable(schema, { description })),
    ];
  });
  return Object.fromEntries(optional) as {
    [Field in keyof T]: TOptional<TUnsafe<Static<T[Field]> | null>>;
  };
}

/** What POST and PATCH /projects take besides the names. */
export const ProjectSettings = showAs(
  Type.Object(orNull(settings), {
    description: "Settings of a project. Null, or a field left out of a new project, means not set.",
  }),
  { name: "ProjectSettings" },
);

const Terms = Type.Partial(Type.Object({ ...projectNames, ...settings }));

/** The fields as sent; `null` where PATCH clears one. */
export type ProjectTerms = { [Field in keyof Static<typeof Terms>]: Static<typeof Terms>[Field] | null };

/** The rules that no schema can express. Throws a 400 that names every invalid field. */
export function checkProjectTerms(terms: ProjectTerms, engines: EngineChoice): void {
  const issues = blankNames(terms);
  const refuse = (path: string, code: string, message: string) =>
    issues.push({ in: "body", path, code, message });

  if (terms.country && !isCountry(terms.country)) refuse("/country", "bad_format", `Must be ${countryCode}.`);
  if (terms.language && !isLanguage(terms.language))
    refuse("/language", "bad_format", `Must be ${languageTag}.`);
  if (terms.timezone && spelledTimezone(terms.timezone) === null)
    refuse("/timezone", "bad_format", timezoneFault(terms.timezone));
  if (terms.websiteUrl && !isWebAddress(terms.websiteUrl))
    refuse("/websiteUrl", "bad_format", "Must be an address that begins with https:// or http://.");
  issues.push(...wrongDomains(terms));
  for (const [index, provider] of (terms.providers ?? []).entries()) {
    if (!engines.get(provider)) {
      refuse(`/providers/${index}`, "provider_not_configured", notConfigured(provider, engines));
    }
  }
  if (issues.length > 0) throw invalid(issues);
}

/** The providers of a run, all configured. Throws a 400 that names one that is not. */
export function runProviders(selection: readonly Provider[] | null, engines: EngineChoice): Provider[] {
  const chosenProviders = selection ?? engines.configured();
  if (chosenProviders.length === 0) throw invalid([noEngines]);
  const missing = chosenProviders.filter((provider) => !engines.get(provider));
  if (missing.length === 0) return [...chosenProviders];
  throw invalid(
    missing.map((provider) => ({
      in: "body" as const,
      path: "/providers",
      code: "provider_not_configured",
      message: notConfigured(provider, engines),
    })),
  );
}

const notConfigured = (provider: Provider, engines: EngineChoice): string => {
  const { unavailableReason } = engines.list().find((one) => one.provider === provider) ?? {};
  return `${provider} is not configured on this server. ${unavailableReason ?? ""}`.trim();
};

/** The server lends none. */
const noEngines: Issue = {
  in: "body",
  path: "/providers",
  code: "provider_not_configured",
  message:
    "Your organization has no engines, and this server lends none. An admin saves a key with PUT /v1/engines/{provider}/credentials.",
};

const dropReasons = {
  COMPETITOR_IS_BRAND: "A competitor was left out, as it is the brand itself.",
  DUPLICATE_COMPETITOR: "A competitor was left out, as it is in the list already.",
};

/** Rivals in their stored form: no duplicates, none that is the brand itself, each with a unique slug. */
export function competitorsOf(
  input: readonly GivenCompetitor[],
  brand: string,
  warn: (warning: Warning) => void,
): Competitor[] {
  const competitors = new Map<string, Competitor>();
  const slugs = new Set<string>();
  for (const [index, { name, aliases, domain }] of input.entries()) {
    const path = `/competitors/${index}`;
    const folded = foldedName(name);
    const dropped =
      folded === foldedName(brand)
        ? "COMPETITOR_IS_BRAND"
        : competitors.has(folded)
          ? "DUPLICATE_COMPETITOR"
          : null;
    if (dropped) {
      warn({ code: dropped, path, message: dropReasons[dropped] });
      continue;
    }
    const slug = freeSlug(slugify(name) || "rival", slugs);
    competitors.set(folded, {
      ...{ name, slug, domain: domain ? hostOf(domain) : null },
      aliases: aliasesOf(aliases ?? [], name, `${path}/aliases`, warn),
    });
  }
  return [...competitors.values()];
}

/** Aliases in their stored form: no duplicates, none equal to the name. */
export function aliasesOf(
  aliases: readonly string[],
  name: string,
  path: string,
  warn: (warning: Warning) => void,
): string[] {
  const foldedNames = new Set([foldedName(name)]);
  return aliases.filter((alias, index) => {
    const folded = foldedName(alias);
    if (!foldedNames.has(folded)) return foldedNames.add(folded);
    const message = "This alias is the name itself or another alias, and was left out.";
    warn({ code: "DUPLICATE_ALIAS", path: `${path}/${index}`, message });
    return false;
  });
}

/** The form in which spellings of one name are equal, whatever invisible characters they contain. */
export const foldedName = (name: string): string =>
  normalForm(
    normalForm(name, "NFKC")
      .replaceAll(/[\p{Cf}\p{DI}]/gu, "")
      .toLowerCase(),
    "NFC",
  ).trim();

/** The host of a domain as people type it (`Acme.example`, `https://acme.example/`), or null if there is none. */
export function hostOf(domain: string): string | null {
  const address = /^https?:\/\//i.test(domain) ? domain : `https://${domain}`;
  if (!URL.canParse(address)) return null;
  const { hostname, username } = new URL(address);
  return username === "" && hostname.includes(".") && !hostname.endsWith(".") ? hostname : null;
}

/** What to say of a domain that has no host. */
export const domainFault = (domain: string): string =>
  `Must be a domain name, such as example.com${domain.includes("@") ? ", not an email address" : ""}.`;

/** Throws a 400 for a brand or rival without a visible character, or with an invalid domain. */
export function checkNames({
  brand,
  competitors = [],
}: {
  brand?: string | undefined;
  competitors?: Static<typeof Competitors> | undefined;
}): void {
  const terms = { competitors, ...(brand === undefined ? {} : { brand }) };
  const issues = [...blankNames(terms), ...wrongDomains(terms)];
  if (issues.length > 0) throw invalid(issues);
}

function blankNames(terms: ProjectTerms): Issue[] {
  return namesOf(terms).flatMap(([path, name]) =>
    isBlank(name)
      ? [{ in: "body" as const, path, code: "blank", message: "This name has no visible characters." }]
      : [],
  );
}

function wrongDomains(terms: ProjectTerms): Issue[] {
  return domainsOf(terms).flatMap(([path, domain]) =>
    hostOf(domain) === null
      ? [
          {
            in: "body" as const,
            path,
            code: "bad_format",
            message: domainFault(domain),
          },
        ]
      : [],
  );
}

/** Has no visible character: only spaces, joiners and other zero-width characters. */
export const isBlank = (name: string): boolean => /^[\p{Z}\p{Cc}\p{Cf}\p{DI}]*$/u.test(name);

const require = createRequire(import.meta.url);

/** Loaded on use: its letter tables take 10 ms, which the start need not wait for. */
const slugify = (name: string): string =>
  (require("@sindresorhus/slugify") as typeof import("@sindresorhus/slugify")).default(name);

function freeSlug(base: string, slugs: Set<string>): string {
  let slug = base;
  for (let number = 2; slugs.has(slug); number += 1) slug = `${base}-${number}`;
  slugs.add(slug);
  return slug;
}

function namesOf(terms: ProjectTerms): [path: string, name: string][] {
  const list = (path: string, names: readonly string[] | null | undefined): [string, string][] =>
    (names ?? []).map((name, index) => [`${path}/${index}`, name]);
  return [
    ...(terms.name ? ([["/name", terms.name]] as [string, string][]) : []),
    ...(terms.brand ? ([["/brand", terms.brand]] as [string, string][]) : []),
    ...list("/brandAliases", terms.brandAliases),
    ...(terms.competitors ?? []).flatMap((rival, index): [string, string][] => {
      const path = `/competitors/${index}`;
      if (typeof rival === "string") return [[path, rival]];
      return [[`${path}/name`, rival.name], ...list(`${path}/aliases`, rival.aliases)];
    }),
  ];
}

function domainsOf(terms: ProjectTerms): [path: string, domain: string][] {
  const rivals = givenCompetitors(terms.competitors ?? []).flatMap(({ domain }, index): [string, string][] =>
    domain ? [[`/competitors/${index}/domain`, domain]] : [],
  );
  return terms.domain ? [["/domain", terms.domain], ...rivals] : rivals;
}

let regions: Intl.DisplayNames | undefined;

/** Loaded on use: the names of all countries take 10 ms, which the start need not wait for. */
function isCountry(code: string): boolean {
  regions ??= new Intl.DisplayNames("en", { type: "region", fallback: "none" });
  // Some are another spelling, which assistants do not know: UK is GB.
  const [canonical] = /^[A-Z]{2}$/.test(code) ? Intl.getCanonicalLocales(`und-${code}`) : [];
  return canonical === `und-${code}` && regions.of(code) !== undefined;
}

let languages: Intl.DisplayNames | undefined;

function isLanguage(tag: string): boolean {
  languages ??= new Intl.DisplayNames("en", { type: "language", fallback: "none" });
  try {
    const [locale] = Intl.getCanonicalLocales(tag);
    return locale !== undefined && languages.of(new Intl.Locale(locale).language) !== undefined;
  } catch {
    return false;
  }
}

/** What Intl takes for zones besides IANA's names: PostgreSQL and people mean others by them, BST not Dhaka. Source: CLDR's legacy aliases. */
const abbreviations = new Set(
  "ACT AET AGT ART AST BET BST CAT CNT CST CTT EAT ECT IET IST JST MIT NET NST PLT PNT PRT PST SST VST".split(
    " ",
  ),
);

/** An IANA time zone as it is spelled, whatever the case it is written in; null if it is none. */
export function spelledTimezone(name: string): string | null {
  if (abbreviations.has(name.toUpperCase())) return null;
  try {
    const { timeZone } = new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions();
    if (/^[+-]/.test(name)) return null;
    // An older name of a zone stays as it is written.
    return timeZone.toLowerCase() === name.toLowerCase() ? timeZone : name;
  } catch {
    return null;
  }
}

/** Why a name is no time zone, and what to write. */
export const timezoneFault = (name: string): string =>
  /^(?:utc|gmt)?\s*[+-]\s*\d/i.test(name)
    ? "Not an IANA time zone: an offset from UTC does not say when clocks change, and its sign is read both ways. Use a name such as Europe/Berlin."
    : abbreviations.has(name.toUpperCase())
      ? "Not an IANA time zone: abbreviations mean other zones in other countries. Use a name such as Europe/London."
      : `Not an IANA time zone. ${meantZone(name) ?? "Use a name such as Europe/Berlin or UTC."}`;

/** Asks for the zone of a city that is written alone. */
function meantZone(name: string): string | undefined {
  const city = `/${name.trim().toLowerCase().replaceAll(" ", "_")}`;
  const zone = Intl.supportedValuesOf("timeZone").find((each) => each.toLowerCase().endsWith(city));
  return zone && `Did you mean ${zone}?`;
}

function isWebAddress(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : null;
  return (
    url !== null && ["http:", "https:"].includes(url.protocol) && url.username === "" && url.password === ""
  );
}
