import { retryAfterMs } from "../../kernel/retry-after.ts";
import { foreignResponse } from "../foreign-response.ts";
import { MailError, type SendMail } from "../mail/mail.ts";
import type { Outside } from "../outside.ts";
import type { DeliveryOutcome, Destination, Destinations, Message } from "./destination.ts";
import { eventLetter } from "./email.ts";
import { faultOf, faultOfError } from "./refusals.ts";

const timeoutMs = 10_000;
/** What is kept of an answer. */
const bytesMax = 1_024;

/** Sends messages through the outbound guard, and letters by the operator's mail server, if there is one. */
export function createDestinations(
  outside: Outside,
  { sendMail, now }: { sendMail: SendMail | null; now(): Date },
): Destinations {
  return {
    takes: (kind) => kind !== "email" || sendMail !== null,
    async check(url) {
      await outside.check(url, { encrypted: true });
    },
    send: (destination, message, signal) =>
      destination.kind === "email"
        ? byMail(sendMail, destination, message)
        : byRequest(outside, destination, message, { now: now(), signal }),
  };
}

async function byRequest(
  outside: Outside,
  destination: Destination,
  message: Message,
  { now, signal }: { now: Date; signal: AbortSignal | undefined },
): Promise<DeliveryOutcome> {
  const { kind, address: url, secrets } = destination;
  // Loaded at the first message, which the start need not wait for.
  const { requestOf } = await import("./request-of.ts");
  const { body, headers: own } = requestOf(destination, message, now);
  const headers = { "content-type": "application/json", ...own };
  const began = performance.now();
  const durationMs = () => Math.round(performance.now() - began);
  try {
    const response = await outside.fetch({
      ...{ url, method: "POST", headers, body, encrypted: true, timeoutMs, bytesMax, whenTooLarge: "cut" },
      // A program has said all with its status.
      whenBroken: kind === "webhook" ? "cut" : "fail",
      ...(signal ? { signal } : {}),
    });
    const { status } = response;
    const foreign = foreignResponse(
      { status, type: response.headers["content-type"], body: response.body },
      { url, headers: Object.entries(headers) },
      [...partsOf(url), ...secrets],
    );
    const fault = faultOf(kind, response);
    return {
      ...{ fault, status, durationMs: durationMs(), response: foreign.beginning() },
      retryAfterMs: retryAfterMs(response.headers["retry-after"], now),
    };
  } catch (error) {
    const none = { status: null, response: null, retryAfterMs: null };
    return { ...none, fault: faultOfError(error), durationMs: durationMs() };
  }
}

/** Parts of an address that are its secret, as chat tools make them: of Teams it is the signature, whatever that is called. */
function partsOf(text: string): string[] {
  const url = URL.parse(text);
  if (!url) return [];
  return [...url.pathname.split("/"), ...url.searchParams.values()].filter((part) => part.length > 8);
}

async function byMail(
  sendMail: SendMail | null,
  { address }: Destination,
  message: Message,
): Promise<DeliveryOutcome> {
  const began = performance.now();
  const outcome = (fault: DeliveryOutcome["fault"]): DeliveryOutcome => ({
    ...{ fault, status: null, response: null, retryAfterMs: null },
    durationMs: Math.round(performance.now() - began),
  });
  if (!sendMail) return outcome("mail_server");
  try {
    await sendMail(eventLetter(address, message));
    return outcome(null);
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    return outcome(error.refusesAddress ? "bounced" : error.unsure ? "unsure" : "mail_server");
  }
}
