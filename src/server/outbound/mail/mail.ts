/** Whose letter it is that waits for the mail server: it is sent only while they may have it, or may still send it. */
export type LetterTerms =
  /** A client's report: its page, and whoever has it sent. */
  | { of: "client_report"; organizationId: string; issueId: string; pageId: string }
  /** What the admins of an organization are told, and the editors who see a project. */
  | { of: "admins"; organizationId: string; editorsOf: string | null }
  | { of: "invitation"; invitationId: string };

/** A letter to one person. */
export interface Mail {
  to: string;
  /** One line of at most 200 characters. */
  subject: string;
  /** At most 64 KiB. */
  text: string;
  /** The same for programs that show more than text; absent: there is none. */
  html?: string;
  /** Where one request ends letters like this one (RFC 8058). */
  unsubscribeUrl?: string;
  /** The client's address that it goes to, by its id, which ends with an address that is never taken; absent: a member's. */
  recipientId?: string;
  /** Absent: it is sent whatever has changed since. */
  terms?: LetterTerms;
  /** When it becomes useless, such as when its link expires; it is not sent after that. */
  until: Date;
}

/** Hands a letter to the operator's mail server. Rejects only with MailError. */
export type SendMail = (mail: Omit<Mail, "until" | "recipientId" | "terms">) => Promise<void>;

interface MailFailure {
  final: boolean;
  fault: string;
  says: string;
  unsure?: boolean;
  refusesAddress?: boolean;
}

/** A letter that was not accepted. `message` says why and what to do, in our words; the server's are in `cause`. */
export class MailError extends Error {
  override name = "MailError";
  /** Whether the server will never accept this letter: it is not tried again. */
  readonly final: boolean;
  /** Whether it will never accept any letter to this address. */
  readonly refusesAddress: boolean;
  /** Why, in a word for the log. */
  readonly fault: string;
  /** Whether the server may have taken it all the same: it did not say. */
  readonly unsure: boolean;

  constructor({ final, fault, says, unsure = false, refusesAddress = false }: MailFailure, cause: unknown) {
    super(says, { cause });
    this.final = final;
    this.refusesAddress = refusesAddress;
    this.fault = fault;
    this.unsure = unsure;
  }
}
