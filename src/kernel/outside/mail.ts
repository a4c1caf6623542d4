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

/** A letter that was not accepted. `message` is ours; the server's words are in `cause`, for the log at debug. */
export class MailError extends Error {
  override name = "MailError";
  /** Whether the server will never accept it: it is not tried again. */
  readonly final: boolean;

  constructor(final: boolean, cause: unknown) {
    super(final ? "the mail server refuses this letter" : "the mail server did not take the letter", {
      cause,
    });
    this.final = final;
  }
}
