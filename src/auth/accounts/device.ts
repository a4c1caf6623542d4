import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/** Browsers keep a cookie no longer. */
const keptSeconds = 400 * 86_400;

/**
 * A browser that has signed in to an account shows so the next time (OWASP's device cookies). The cookie opens nothing:
 * its attempts are counted separately, so that strangers who guess do not lock out a known browser.
 */
export interface Devices {
  /** The device in these cookies, if it has signed in to this account; otherwise null. */
  known(cookies: string, account: string): string | null;
  /** The cookie that marks a browser as known to this account. */
  cookie(account: string): string;
}

export function createDevices({ secret, secure }: { secret: Buffer; secure: boolean }): Devices {
  const name = `${secure ? "__Host-" : ""}overheard.device`;
  const mac = (device: string, account: string) =>
    createHmac("sha256", secret).update(`${device}\n${account}`).digest("base64url");
  const inCookies = new RegExp(
    `(?:^|;)\\s*${name.replace(".", "\\.")}=([\\w-]{22})\\.([\\w-]{43})\\s*(?:;|$)`,
  );
  return {
    known(cookies, account) {
      const [, device, proof] = inCookies.exec(cookies) ?? [];
      if (!device || !proof) return null;
      return timingSafeEqual(Buffer.from(proof), Buffer.from(mac(device, account))) ? device : null;
    },
    cookie(account) {
      const device = randomBytes(16).toString("base64url");
      const attributes = `Path=/; Max-Age=${keptSeconds}; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;
      return `${name}=${device}.${mac(device, account)}; ${attributes}`;
    },
  };
}
