import { randomBytes } from "node:crypto";
import type { Vault } from "../../kernel/secret/vault.ts";
import type { SealedDestination } from "./sealed-destination.ts";
import { webhookView } from "./webhook-view.ts";
import type { Webhook } from "./webhooks.ts";

const secretBytes = 32;

/** A secret to sign with, after Standard Webhooks. */
export const newSigningSecret = (): string => `whsec_${randomBytes(secretBytes).toString("base64")}`;

/** Undefined if it cannot be decrypted with this server's secret. */
export const openDestination = async (vault: Vault, { id, sealed }: Pick<Webhook, "id" | "sealed">) =>
  (await vault.open(id, sealed)) as SealedDestination | undefined;

/** A destination as its owners see it. */
export async function shownWebhook(vault: Vault, webhook: Webhook) {
  const url = (await openDestination(vault, webhook))?.url ?? null;
  return webhookView(webhook, url && (URL.parse(url)?.host ?? null));
}
