import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { CookieNames } from "./session-cookies.ts";

/** Browsers keep a cookie no longer. */
const keptSeconds = 400 * 86_400;

/**
 * A browser that has signed in to an account shows so the next time (OWASP's device cookies). The cookie opens nothing:
 * its attempts are counted separately, so that strangers who guess do not lock out a known browser.
 */
export interface Devices {
  /** The device in these cookies, if it has signed in to this account with its present password; otherwise null. */
  knownDevice(cookies: string, account: Account): string | null;
  /** Whether these cookies mark a browser of this account as they did before a new password ended them. */
  isOfOldKind(cookies: string, account: Account): boolean;
  /** The cookie that marks a browser as known to this account. */
  cookie(account: Account): string;
}

export interface Account {
  name: string;
  /** Changes with its password: who knew the one before may have made any number of browsers known. */
  trait: string;
}

export function createDevices(secret: Buffer, { secure, prefix }: CookieNames): Devices {
  const name = `${secure ? "__Host-" : ""}${prefix}.device`;
  const mac = (...parts: string[]) =>
    createHmac("sha256", secret).update(parts.join("\n")).digest("base64url");
  const isMac = (proof: string, ...parts: string[]) =>
    timingSafeEqual(Buffer.from(proof), Buffer.from(mac(...parts)));
  const inCookies = new RegExp(
    `(?:^|;)\\s*${name.replace(".", "\\.")}=([\\w-]{22})\\.([\\w-]{43})\\s*(?:;|$)`,
  );
  return {
    knownDevice(cookies, { name: account, trait }) {
      const [, device, proof] = inCookies.exec(cookies) ?? [];
      return device && proof && isMac(proof, device, account, trait) ? device : null;
    },
    isOfOldKind(cookies, { name: account }) {
      const [, device, proof] = inCookies.exec(cookies) ?? [];
      return Boolean(device && proof && isMac(proof, device, account));
    },
    cookie({ name: account, trait }) {
      const device = randomBytes(16).toString("base64url");
      const attributes = `Path=/; Max-Age=${keptSeconds}; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;
      return `${name}=${device}.${mac(device, account, trait)}; ${attributes}`;
    },
  };
}
