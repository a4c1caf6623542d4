import { adminAddresses } from "../accounts/users.ts";
import type { Queue } from "../api/queue.ts";
import type { Db } from "../db/db.ts";
import { emailAddress } from "../outbound/mail/email-address.ts";
import type { Mail } from "../outbound/mail/mail.ts";

/**
 * Queues a letter to the admins of an organization, and to the editors who see a project, but for one address. Call it in the
 * transaction of what it tells.
 */
export async function mailAdmins(
  db: Db,
  queue: Pick<Queue, "enqueueMail">,
  organizationId: string,
  letter: Omit<Mail, "to" | "terms">,
  { except = null, editorsOf = null }: { except?: string | null; editorsOf?: string | null } = {},
): Promise<void> {
  const terms = { of: "admins", organizationId, editorsOf } as const;
  for (const to of await adminInboxes(db, organizationId, { editorsOf }))
    if (to !== except) await queue.enqueueMail(db, { ...letter, to, terms });
}

/** Where admins, and the editors who see a project, are written to: at addresses that are known to be theirs. */
export async function adminInboxes(
  db: Db,
  organizationId: string,
  { editorsOf = null }: { editorsOf?: string | null } = {},
): Promise<string[]> {
  const addresses = await adminAddresses(db, organizationId, { editorsOf });
  return addresses.flatMap((address) => emailAddress(address) ?? []);
}
