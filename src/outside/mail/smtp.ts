import { once } from "node:events";
import { createTransport } from "nodemailer";
import { isLoopback } from "../../kernel/outside/loopback.ts";
import { MailError, type SendMail } from "../../kernel/outside/mail.ts";
import { mailFaultOf, mailFaultSays, mayBeTaken } from "./mail-fault.ts";

export interface SmtpSettings {
  /** `smtp://` or `smtps://`, with user and password if the server requires them. */
  url: string;
  /** The `From:` address. */
  from: string;
  /** The proxy to it, by CONNECT; null: it is reached directly. */
  proxy?: string | null;
}

const connectMs = 10_000;
const silenceMs = 20_000;
/** For a letter as a whole: a server that says a little now and then is never silent. */
const letterMs = 60_000;

/** Takes letters, and can be asked whether it would. */
export interface MailServer {
  send: SendMail;
  /** Signs in and out again. Rejects with MailError. */
  verify(): Promise<void>;
}

/** The operator's mail server. Nothing is sent unencrypted, except within this machine. */
export function createMailServer({ url, from, proxy }: SmtpSettings, wholeMs = letterMs): MailServer {
  const { protocol, hostname } = new URL(url);
  const transport = createTransport({
    url,
    requireTLS: protocol === "smtp:" && !isLoopback(hostname),
    ignoreTLS: protocol === "smtp:" && isLoopback(hostname),
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    dnsTimeout: connectMs,
    socketTimeout: silenceMs,
    ...(proxy ? { proxy } : {}),
    // Letters are written here and must name no file or address to read.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ to, subject, text, html, unsubscribeUrl }) {
      try {
        await transport.sendMail({
          ...{ from, to: { name: "", address: to }, subject, text },
          ...(html === undefined ? {} : { html }),
          ...(unsubscribeUrl === undefined ? {} : { headers: unsubscribing(unsubscribeUrl) }),
          signal: AbortSignal.timeout(wholeMs),
        });
      } catch (error) {
        throw mailError(isFinal(error), error);
      }
    },
    async verify() {
      const late = once(AbortSignal.timeout(wholeMs), "abort").then(() => {
        throw Object.assign(new Error("the mail server took too long"), { code: "ETIMEDOUT" });
      });
      await Promise.race([transport.verify(), late]).catch((error) => {
        throw mailError(false, error);
      });
    },
  };
}

/** Source: RFC 8058 §3.1, RFC 3834 §5. */
const unsubscribing = (url: string): Record<string, string> => ({
  "List-Unsubscribe": `<${url}>`,
  "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  "Auto-Submitted": "auto-generated",
});

function mailError(final: boolean, error: unknown): MailError {
  const fault = mailFaultOf(error);
  return new MailError({ final, fault, says: mailFaultSays(fault), unsure: mayBeTaken(error) }, error);
}

/**
 * RFC 5321 §4.2.1: a reply that begins with 5 stays the same however often we try. A refused sign-in is for the operator
 * to fix and not the letter's fault.
 */
function isFinal(error: unknown): boolean {
  const { responseCode, code } = error as { responseCode?: number; code?: string };
  return responseCode !== undefined && responseCode >= 500 && code !== "EAUTH";
}
