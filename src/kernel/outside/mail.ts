/** A letter to one person, in plain text. */
export interface Mail {
  to: string;
  /** One line of at most 200 characters. */
  subject: string;
  /** At most 64 KiB. */
  text: string;
  /** When it becomes useless, such as when its link expires; it is not sent after that. */
  until: Date;
}

/** Hands a letter to the operator's mail server. Rejects only with MailError. */
export type SendMail = (mail: Omit<Mail, "until">) => Promise<void>;

/** A letter that was not accepted. `message` says why and what to do, in our words; the server's are in `cause`. */
export class MailError extends Error {
  override name = "MailError";
  /** Whether the server will never accept it: it is not tried again. */
  readonly final: boolean;
  /** Why, in a word for the log. */
  readonly fault: string;

  constructor({ final, fault, says }: { final: boolean; fault: string; says: string }, cause: unknown) {
    super(says, { cause });
    this.final = final;
    this.fault = fault;
  }
}
