import { createTransport } from "nodemailer";
import { isLoopback } from "../../kernel/outside/loopback.ts";
import { MailError, type SendMail } from "../../kernel/outside/mail.ts";

export interface SmtpSettings {
  /** `smtp://` or `smtps://`, with the user and password where the server wants them. */
  url: string;
  /** What stands in `From:`. */
  from: string;
}

const connectMs = 10_000;
const silenceMs = 20_000;

/** What takes letters, and can be asked whether it would. */
export interface MailServer {
  send: SendMail;
  /** Signs in and leaves again. Rejects with MailError. */
  verify(): Promise<void>;
}

/** The operator's mail server. Nothing is sent in the clear, but within this machine. */
export function createMailServer({ url, from }: SmtpSettings): MailServer {
  const { protocol, hostname } = new URL(url);
  const transport = createTransport({
    url,
    requireTLS: protocol === "smtp:" && !isLoopback(hostname),
    ignoreTLS: protocol === "smtp:" && isLoopback(hostname),
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    dnsTimeout: connectMs,
    socketTimeout: silenceMs,
    // A letter is text that was made here: it names no file and no address to read.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ to, subject, text }) {
      try {
        await transport.sendMail({ from, to: { name: "", address: to }, subject, text });
      } catch (error) {
        throw new MailError(isFinal(error), error);
      }
    },
    async verify() {
      await transport.verify().catch((error) => {
        throw new MailError(false, error);
      });
    },
  };
}

/**
 * RFC 5321 §4.2.1: what begins with 5 will not be taken however often it is tried. A refused sign-in is the operator's
 * to mend and no fault of the letter.
 */
function isFinal(error: unknown): boolean {
  const { responseCode, code } = error as { responseCode?: number; code?: string };
  return responseCode !== undefined && responseCode >= 500 && code !== "EAUTH";
}
