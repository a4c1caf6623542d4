import { Webhook } from "standardwebhooks";
import type { Message } from "./destination.ts";

/** Source: Standard Webhooks, "Payload size". */
const bytesMax = 20_000;

/** Body and headers after Standard Webhooks 1.0.0, signed with every secret that counts, the newest first. */
export function signedWebhook(
  { id, type, at, data, title, says, link }: Message,
  secrets: readonly string[],
  now: Date,
): { body: string; headers: Record<string, string> } {
  const bodyOf = (data: Record<string, unknown>) => JSON.stringify({ type, timestamp: at, data });
  const whole = bodyOf(data);
  const body =
    Buffer.byteLength(whole) < bytesMax
      ? whole
      : bodyOf({ id: data.id ?? null, headline: cut(says || title), url: link?.url ?? null });
  const signatures = secrets.map((secret) => new Webhook(secret).sign(id, now, body));
  return {
    body,
    headers: {
      "webhook-id": id,
      "webhook-timestamp": String(Math.floor(now.getTime() / 1_000)),
      ...(signatures.length > 0 ? { "webhook-signature": signatures.join(" ") } : {}),
    },
  };
}

const cut = (text: string): string => text.slice(0, 1_000).toWellFormed();
