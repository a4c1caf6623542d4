import { Type } from "typebox";
import type { Timeframe } from "../../../figures/days/timeframe.ts";
import { isTime } from "../../api/schema/format.ts";
import { formatInWords } from "../../api/schema/shape.ts";
import { TimeframeWord } from "../../api/schema/words.ts";
import { type Issue, invalid } from "../../kernel/problem.ts";
import { isBlank, Name } from "../../projects/project-terms.ts";

export const LogoUrl = Type.String({
  minLength: 1,
  maxLength: 2048,
  description: "https URL of the presenter's logo, loaded by the reader's browser only.",
});

export const TimeframeTerm = Type.Optional(
  TimeframeWord({ default: "30d", description: "How far back the trend goes." }),
);

/** How to share a report; every field is optional. */
export const shareLinkFields = {
  reportId: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 128,
      description: "Id of an older report to show; default: the newest.",
    }),
  ),
  timeframe: TimeframeTerm,
  expiry: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 40,
      default: "30d",
      description: "When it expires: `24h`, `7d`, `30d`, `90d`, `never`, or a future time (RFC 3339).",
    }),
  ),
  presenterName: Type.Optional(Name("Who presents it.")),
  logoUrl: Type.Optional(LogoUrl),
  summary: Type.Optional(
    Type.Unsafe<string | boolean>({
      type: ["string", "boolean"],
      maxLength: 2000,
      default: true,
      description: "Your own words, as plain text; true: the report's headline; false: none.",
    }),
  ),
};

export const noLogo =
  "This must be an https address of a public host, without a user name or password in it.";

export interface ShareLinkTerms {
  timeframe?: Timeframe;
  expiry?: string;
  presenterName?: string;
  logoUrl?: string;
  summary?: string | boolean;
}

export interface ShareLinkPlan {
  timeframe: Timeframe;
  expiresAt: Date | null;
  presenterName: string | null;
  logoUrl: string | null;
  /** True: the report in one sentence. */
  summary: string | true | null;
}

/** What was asked for, with defaults. Throws a 400 that names every invalid field. */
export function shareLinkPlan(terms: ShareLinkTerms, now: Date): ShareLinkPlan {
  const { timeframe = "30d", expiry = "30d", presenterName, logoUrl, summary = true } = terms;
  const issues: Issue[] = [];
  const refuse = (path: string, code: string, message: string) =>
    void issues.push({ in: "body", path, code, message });

  const expiresAt = expiryAt(expiry, now);
  if (expiresAt === undefined)
    refuse("/expiry", "bad_format", `Must be 24h, 7d, 30d, 90d, never or ${formatInWords("date-time")}.`);
  else if (expiresAt !== null && expiresAt <= now)
    refuse("/expiry", "not_in_the_future", "This time has passed. Give one in the future, or never.");
  if (presenterName !== undefined && isBlank(presenterName))
    refuse("/presenterName", "blank", "This name has no visible characters.");
  const logo = logoUrl === undefined ? null : logoAddress(logoUrl);
  if (logo === undefined) refuse("/logoUrl", "bad_format", noLogo);
  if (issues.length > 0) throw invalid(issues);
  return {
    timeframe,
    expiresAt: expiresAt ?? null,
    presenterName: presenterName ?? null,
    logoUrl: logo ?? null,
    summary: typeof summary === "string" ? (isBlank(summary) ? null : summary) : summary || null,
  };
}

const hourMs = 3_600_000;
const hours: Record<string, number> = { "24h": 24, "7d": 7 * 24, "30d": 30 * 24, "90d": 90 * 24 };

/** Null: never; undefined: it is not a time. */
function expiryAt(expiry: string, now: Date): Date | null | undefined {
  if (expiry === "never") return null;
  const span = Object.hasOwn(hours, expiry) ? hours[expiry] : undefined;
  if (span !== undefined) return new Date(now.getTime() + span * hourMs);
  return isTime(expiry) ? new Date(expiry) : undefined;
}

/**
 * The address as the page will contain it; undefined if it is not allowed. Its host also goes into the page's content
 * security policy, where a crafted host could otherwise end one directive and begin another.
 */
export function logoAddress(text: string): string | undefined {
  const url = URL.parse(text);
  if (url?.protocol !== "https:" || url.username !== "" || url.password !== "") return undefined;
  const hasHostName = /^(?:[a-z0-9_-]+\.)+[a-z][a-z0-9-]*$/.test(url.hostname);
  return hasHostName && url.href.length <= 2048 ? url.href : undefined;
}
