import type { Db } from "../kernel/db.ts";
import { adminInboxes } from "../mail/mail-admins.ts";
import { isStillOffered } from "../organizations/invitations/invitations.ts";
import type { Mail } from "../outbound/mail/mail.ts";
import { mayStillGo, takesClientLetters } from "./client-reports/client-reports.ts";

export type WaitingLetter = Pick<Mail, "recipientId" | "terms">;

/** Whether a letter that has waited for the mail server is still to be sent: days may have passed since it was written. */
export async function isStillWanted(
  db: Db,
  { recipientId, terms }: WaitingLetter,
  to: string,
): Promise<boolean> {
  if (recipientId !== undefined && !(await takesClientLetters(db, recipientId))) return false;
  switch (terms?.of) {
    case undefined:
      return true;
    case "client_report":
      return mayStillGo(db, terms);
    case "invitation":
      return isStillOffered(db, terms.invitationId);
    case "admins":
      return (await adminInboxes(db, terms.organizationId, terms)).includes(to);
  }
}
