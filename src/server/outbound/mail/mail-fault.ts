import { getSystemErrorName } from "node:util";

/** Why a mail server took nothing, and what the operator can do; nothing of what it said. */
const says = {
  nobody: "Nothing listens at the mail server's host and port. Check SMTP_URL, and that the server runs.",
  no_host: "There is no host of the mail server's name. Check the host in SMTP_URL.",
  no_answer:
    "The mail server did not answer in time. A firewall may be in between, or the port may expect TLS from the start: then SMTP_URL begins with smtps://.",
  greeting:
    "The mail server answers, and turns this server away as the two greet each other. It may be busy, may not take mail from this machine's address, or not the name that it greets with: the host of OVERHEARD_SITE_URL, or else the domain of MAIL_FROM. The mail server's log says which.",
  ended:
    "The mail server answers, and ends the connection before it takes the letter: it is busy, or turns this machine away. Its log says which.",
  plain_port:
    "The mail server does not speak TLS from the start at this port. Begin SMTP_URL with smtp://, which changes to TLS there, or use the port for smtps, usually 465.",
  no_tls: "The mail server offers no TLS at this port, and another machine's must. Turn it on there.",
  certificate:
    "The mail server's certificate does not prove its name: it is expired, for another name, or of an authority that this machine does not know (NODE_EXTRA_CA_CERTS). Write its host in SMTP_URL as in its certificate.",
  credentials: "The mail server rejects the user or the password in SMTP_URL.",
  sign_in_off:
    "The mail server lets nobody sign in to this account with a password: that is switched off there, or a rule forbids it. Turn on SMTP AUTH for the mailbox, or use another mail server.",
  app_password:
    "The mail server takes a password for apps alone, which the account's own settings make. Put that one into SMTP_URL.",
  no_sign_in:
    "The mail server offers no sign-in at this port. Use the port for that, usually 465 or 587, or take user and password out of SMTP_URL.",
  no_credentials:
    "The mail server takes mail only from who signs in. Put a user and a password into SMTP_URL.",
  address: "The mail server does not take the sender or the recipient. Check MAIL_FROM.",
  sender:
    "The mail server takes no letters from this sender before it is verified there. Verify the address or the domain of MAIL_FROM with it, and in its sandbox the addresses that are written to.",
  letter: "The mail server refuses this letter.",
  proxy: "The proxy does not let the mail server be reached. Check HTTPS_PROXY and NO_PROXY.",
  other: "The mail server took nothing, for a reason that is not known here.",
};

type MailFault = keyof typeof says;

/** A sentence for the operator. */
export const mailFaultSays = (fault: MailFault): string => says[fault];

/** What is said before a sender is named; `CONN` with an answer is the server's own first word. */
const greetings = ["CONN", "EHLO", "HELO"];

/** Of an error of nodemailer, which keeps the system's code in `errno` alone. */
export function mailFaultOf(error: unknown): MailFault {
  const {
    code,
    errno,
    responseCode,
    reason,
    message,
    command = "",
    response = "",
  } = error as {
    code?: string;
    errno?: number;
    responseCode?: number;
    reason?: string;
    message?: string;
    command?: string;
    response?: string;
  };
  const system = typeof errno === "number" ? getSystemErrorName(errno) : "";
  if (code === "EDNS" || system === "ENOTFOUND") return "no_host";
  if (system === "ECONNREFUSED") return "nobody";
  if (code === "EPROXY" || message?.startsWith("Invalid response from proxy")) return "proxy";
  if (responseCode === 530) return "no_credentials";
  if (code === "EAUTH") return signInFaultOf(responseCode, response);
  if (responseCode !== undefined && greetings.includes(command))
    return /STARTTLS/.test(message ?? "") ? "no_tls" : "greeting";
  if (code === "ETLS") return "no_tls";
  if (isOfSender(command, response)) return "sender";
  if (reason === "wrong version number" || reason === "packet length too long") return "plain_port";
  if (/certificate|altnames/.test(`${reason ?? ""} ${message ?? ""}`)) return "certificate";
  if (responseCode === 421 || (code === "ECONNECTION" && responseCode !== undefined)) return "ended";
  if (code === "EENVELOPE") return command === "DATA" ? "letter" : "address";
  if (code === "EMESSAGE") return "letter";
  if (code === "ETIMEDOUT" || code === "ECONNECTION" || system === "ETIMEDOUT") return "no_answer";
  return "other";
}

/** What keeps us from signing in, as far as Microsoft, Google, Yahoo and Apple say it (RFC 4954 §4: 502 to 504 for a way that is not offered). */
function signInFaultOf(responseCode: number | undefined, response: string): MailFault {
  if (/app(?:lication)?[- ]specific password/i.test(response)) return "app_password";
  if (/authentication is disabled|did not meet the criteria/i.test(response)) return "sign_in_off";
  return responseCode !== undefined && responseCode >= 502 && responseCode <= 504
    ? "no_sign_in"
    : "credentials";
}

/** Amazon SES, SendGrid and others answer a letter so whose sender they have not verified. */
const isOfSender = (command: string | undefined, response: string): boolean =>
  command !== "RCPT TO" && /^5\d\d.*(?:not verified|verified sender|unverified)/is.test(response);

/** Whether a letter may have been taken although this came of it: the connection stood, and no answer says that it was not. */
export function mayBeTaken(error: unknown): boolean {
  const { responseCode, message = "" } = error as { responseCode?: number; message?: string };
  if (responseCode !== undefined || /^(?:Connection timeout|Greeting never received)/.test(message))
    return false;
  return ["no_answer", "other"].includes(mailFaultOf(error));
}

/** What a mail server refuses for good: every letter to this address, or this letter. */
export type MailRefusal = "address" | "letter";

/**
 * What is refused for good; null: it may be taken later. RFC 5321 §4.2.1: a reply that begins with 5 stays the same, but what is said to
 * the greeting, the sign-in or the sender is the operator's to mend and the same for all letters, and so are rules (RFC 3463: 5.7) and a
 * full mailbox (5.2.2).
 */
export function refusalOf(error: unknown): MailRefusal | null {
  const {
    responseCode,
    command,
    response = "",
  } = error as {
    responseCode?: number;
    command?: string;
    response?: string;
  };
  if (responseCode === undefined || responseCode < 500 || isOfSender(command, response)) return null;
  const [, status] = /^\d{3}[ -]5\.(\d{1,3}\.\d{1,3})\b/.exec(response) ?? [];
  // Bad destination addresses, and a mailbox that takes nothing; not the sender's (1.7, 1.8).
  const isAddress = status === undefined ? command === "RCPT TO" : /^(?:1\.(?![78]$)|2\.1$)/.test(status);
  if (isAddress && (command === "RCPT TO" || command === "DATA")) return "address";
  return command === "DATA" ? "letter" : null;
}
