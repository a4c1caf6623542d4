import { once } from "node:events";
import { isIP } from "node:net";
import { domainToASCII } from "node:url";
import { createTransport } from "nodemailer";
import { isLoopback } from "../loopback.ts";
import { MailError, type SendMail } from "./mail.ts";
import { type MailRefusal, mailFaultOf, mailFaultSays, mayBeTaken, refusalOf } from "./mail-fault.ts";

export interface SmtpSettings {
  /** `smtp://` or `smtps://`, with user and password if the server requires them. */
  url: string;
  /** The `From:` address. */
  from: string;
  /** Where people reach this server: its host is the name that a letter is handed over by. */
  siteUrl: string;
  /** The proxy to it, by CONNECT; null: it is reached directly. */
  proxy?: string | null;
}

const connectMs = 10_000;
/** For a letter as a whole: a server that looks closely at a letter is silent for long, one that says a little now and then never is. */
const letterMs = 60_000;

/** Takes letters, and can be asked whether it would. */
export interface MailServer {
  send: SendMail;
  /** Signs in and out again. Rejects with MailError. */
  verify(): Promise<void>;
}

/** The operator's mail server. Nothing is sent unencrypted, except within this machine. */
export function createMailServer(
  { url, from, siteUrl, proxy }: SmtpSettings,
  wholeMs = letterMs,
): MailServer {
  const { protocol, hostname } = new URL(url);
  const name = greetingName(siteUrl, from);
  const transport = createTransport({
    url,
    ...(name === null ? {} : { name }),
    requireTLS: protocol === "smtp:" && !isLoopback(hostname),
    ignoreTLS: protocol === "smtp:" && isLoopback(hostname),
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    dnsTimeout: connectMs,
    socketTimeout: wholeMs,
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
          headers: { ...automatic, ...(unsubscribeUrl === undefined ? {} : unsubscribing(unsubscribeUrl)) },
          signal: AbortSignal.timeout(wholeMs),
        });
      } catch (error) {
        throw mailError(refusalOf(error), error);
      }
    },
    async verify() {
      const late = once(AbortSignal.timeout(wholeMs), "abort").then(() => {
        throw Object.assign(new Error("the mail server took too long"), { code: "ETIMEDOUT" });
      });
      await Promise.race([transport.verify(), late]).catch((error) => {
        throw mailError(null, error);
      });
    },
  };
}

/** Nobody wrote it, so that nobody's absence answers it. Source: RFC 3834 §5; Exchange goes by the second. */
const automatic = { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "OOF, AutoReply" };

/** The name for EHLO: a container's own has no domain, and mail servers refuse its address. Null: there is none. */
function greetingName(siteUrl: string, from: string): string | null {
  const site = new URL(siteUrl).hostname;
  const [, domain = ""] = /@([^\s<>@]+)>?$/.exec(from) ?? [];
  const names = [site, domainToASCII(domain)];
  return names.find((name) => name.includes(".") && isIP(name) === 0 && !isLoopback(name)) ?? null;
}

/** Source: RFC 8058 §3.1. */
const unsubscribing = (url: string): Record<string, string> => ({
  "List-Unsubscribe": `<${url}>`,
  "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
});

function mailError(refusal: MailRefusal | null, error: unknown): MailError {
  const fault = mailFaultOf(error);
  const terms = { final: refusal !== null, refusesAddress: refusal === "address" };
  return new MailError({ ...terms, fault, says: mailFaultSays(fault), unsure: mayBeTaken(error) }, error);
}
