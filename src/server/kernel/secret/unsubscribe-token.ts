import { timingSafeEqual } from "node:crypto";
import { canonicalUuid } from "../id.ts";

/** What a letter can be unsubscribed from. */
export interface Subscription {
  kind: "digest" | "client";
  /** Of one digest of one person, or of one address of a client. */
  id: string;
}

/** Makes and reads tokens that end one subscription, and can do nothing else. */
export interface UnsubscribeTokens {
  tokenOf(subscription: Subscription): string;
  /** Null for a text that is none of our tokens. */
  read(token: string): Subscription | null;
}

const letters: Record<Subscription["kind"], string> = { digest: "d", client: "c" };
const shape = /^([dc])([0-9a-f]{32})([\w-]{43})$/;

/** `marks`: hashes of a text with the keys that count, the newest first. They have no end: old letters are unsubscribed from too. */
export function createUnsubscribeTokens(marks: (text: string) => string[]): UnsubscribeTokens {
  const nameOf = (letter: string, hex: string) => `${letter}${hex}`;
  return {
    tokenOf({ kind, id }) {
      const name = nameOf(letters[kind], id.replaceAll("-", ""));
      return `${name}${marks(name)[0]}`;
    },
    read(token) {
      const [, letter = "", hex = "", mark = ""] = shape.exec(token) ?? [];
      if (letter === "") return null;
      const markBytes = Buffer.from(mark);
      if (!marks(nameOf(letter, hex)).some((one) => timingSafeEqual(Buffer.from(one), markBytes)))
        return null;
      const id = canonicalUuid(hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-"));
      return id === null ? null : { kind: letter === letters.digest ? "digest" : "client", id };
    },
  };
}
