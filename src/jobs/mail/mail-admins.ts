import { emailAddress } from "../../kernel/outside/email-address.ts";
import type { Mail } from "../../kernel/outside/mail.ts";
import type { Queue } from "../../kernel/queue.ts";
import type { Db } from "../../store/db/db.ts";
import { adminAddresses } from "../../store/events/webhooks.ts";

/**
 * Queues a letter to the admins of an organization, and to the editors who see a project, but for one address. Call it in the
 * transaction of what it tells.
 */
export async function mailAdmins(
  db: Db,
  queue: Pick<Queue, "enqueueMail">,
  organizationId: string,
  letter: Omit<Mail, "to">,
  { except = null, editorsOf = null }: { except?: string | null; editorsOf?: string | null } = {},
): Promise<void> {
  for (const address of await adminAddresses(db, organizationId, { editorsOf })) {
    const to = emailAddress(address);
    if (to !== null && to !== except) await queue.enqueueMail(db, { ...letter, to });
  }
}
