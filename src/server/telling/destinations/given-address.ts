import { hasProvenAddress } from "../../accounts/users.ts";
import type { Context } from "../../api/context.ts";
import { type Issue, invalid } from "../../kernel/problem.ts";
import type { DestinationKind } from "../../outbound/destinations/destination.ts";
import { emailAddress } from "../../outbound/mail/email-address.ts";

/**
 * The address of a destination; null for mail, which goes to whoever asks for it and to nobody else. Throws a 400 for one that
 * cannot be told anything, and URL_NOT_ALLOWED.
 */
export async function givenAddress(
  context: Pick<Context, "caller" | "db" | "destinations" | "settings">,
  { kind, url, field = "kind" }: { kind: DestinationKind; url: string | undefined; field?: string },
): Promise<string | null> {
  if (kind !== "email") {
    if (url === undefined) throw refused("url", "required", "This kind of destination needs it.");
    const page = pagesOfTools.find(([address]) => address.test(url));
    if (page) throw refused("url", "bad_format", page[1]);
    await context.destinations.check(url);
    return url;
  }
  const { caller, db, settings } = context;
  if (url !== undefined)
    throw refused("url", "not_of_this_kind", "Mail goes to your own address; this kind has no other.");
  if (!settings.mail)
    throw refused(
      field,
      "mail_not_configured",
      "This server sends no mail. Its operator can set up SMTP_URL.",
    );
  if (emailAddress(caller.email) === null || !(await hasProvenAddress(db, caller.userId)))
    throw refused(field, "address_not_confirmed", "Your email address is not confirmed, so it gets no mail.");
  return null;
}

/** What people copy from a browser or an app in place of the address that takes messages. */
const pagesOfTools: readonly (readonly [address: RegExp, says: string])[] = [
  [
    /^https?:\/\/(?!hooks\.)[\w-]+\.slack\.com\//i,
    "This is a page of Slack. Add an incoming webhook for the channel there, whose address begins with https://hooks.slack.com/.",
  ],
  [
    /^https?:\/\/(?:\w+\.)?discord(?:app)?\.com\/(?!api\/)/i,
    "This is a page of Discord. Make a webhook in the channel's settings, whose address begins with https://discord.com/api/webhooks/.",
  ],
  [
    /^https?:\/\/teams\.(?:microsoft\.com|cloud\.microsoft|live\.com)\//i,
    "This is a page of Teams. Add the workflow for webhook requests to the channel, and give the address that it shows.",
  ],
];

const refused = (field: string, code: string, message: string) =>
  invalid([{ in: "body", path: `/${field}`, code, message } satisfies Issue]);
