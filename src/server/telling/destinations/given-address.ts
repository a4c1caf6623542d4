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

const refused = (field: string, code: string, message: string) =>
  invalid([{ in: "body", path: `/${field}`, code, message } satisfies Issue]);
