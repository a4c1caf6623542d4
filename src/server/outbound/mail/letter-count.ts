import { hash } from "node:crypto";
import type { Limiter } from "../../kernel/limit.ts";
import { inboxOf } from "./email-address.ts";

/**
 * Counts one letter of a kind to an inbox, whoever causes it; the seconds to wait if it is one too many, which is not counted, otherwise
 * null.
 */
export async function countLetter(limiter: Limiter, kind: string, address: string): Promise<number | null> {
  const state = await limiter.take(inboxKeyOf(address), kind, "reset_mail");
  if (!state || state.allowed) return null;
  // Otherwise taking back one that was counted would make no room.
  await uncountLetter(limiter, kind, address);
  return state.resetSeconds;
}

/** Counts one letter of a kind to each of these addresses, no two of one inbox, or to none; whether each may get one. */
export async function countLetters(
  limiter: Limiter,
  kind: string,
  addresses: readonly string[],
): Promise<boolean> {
  const countedAddresses: string[] = [];
  for (const address of addresses) {
    if ((await countLetter(limiter, kind, address)) === null) countedAddresses.push(address);
    else {
      await uncountLetters(limiter, kind, countedAddresses);
      return false;
    }
  }
  return true;
}

/** Takes back the count of a letter that was not sent after all. */
export const uncountLetter = (limiter: Limiter, kind: string, address: string): Promise<void> =>
  limiter.giveBack(inboxKeyOf(address), kind, "reset_mail");

export async function uncountLetters(
  limiter: Limiter,
  kind: string,
  addresses: readonly string[],
): Promise<void> {
  for (const address of addresses) await uncountLetter(limiter, kind, address);
}

const inboxKeyOf = (address: string): string => hash("sha256", inboxOf(address));
