import type { FetchAccounts } from "./fetch-accounts.ts";

/** Where a browser is, and what it shows. */
export interface Visitor {
  /** Source address, as the door says it. */
  from: string;
  cookie: string;
}

export type SignInFailure = "wrong" | "limited" | "disabled" | "expired" | "away";

/** What came of signing in. `code`: the password was right, and a second factor is asked for. */
export type SignInOutcome =
  | { ok: true; cookies: string[] }
  | { ok: "code"; cookies: string[] }
  | { ok: false; why: SignInFailure; retryAfterSeconds?: number };

/** The ways in, for pages: each goes the way of everybody else's requests, with their limits. */
export interface SignIn {
  ways: {
    passwords: boolean;
    /** What people call the identity provider; null if there is none. */
    provider: string | null;
    /** Whether a link to set a password can be sent. */
    mail: boolean;
  };
  withPassword(given: { email: string; password: string } & Visitor): Promise<SignInOutcome>;
  /** With a code of an authenticator app, or one that is kept for its loss. */
  withCode(given: { code: string } & Visitor): Promise<SignInOutcome>;
  /** Where the browser is sent, or why it is not. `next`: the path that it comes back to. */
  atProvider(
    given: { next: string } & Visitor,
  ): Promise<{ location: string; cookies: string[] } | SignInFailure>;
  /** Sends a link, where there is such an account; tells nobody whether there is. False: too many. */
  sendResetLink(email: string, visitor: Visitor): Promise<boolean>;
  /** Sets a password by a link that works once; null if that is done, else what is wrong. */
  setPassword(
    given: { token: string; password: string } & Visitor,
  ): Promise<SignInFailure | "password" | null>;
}

export function createSignIn(fetch: FetchAccounts, site: string, ways: SignIn["ways"]): SignIn {
  async function post(path: string, body: object, { from, cookie }: Visitor): Promise<Response> {
    const headers = { "content-type": "application/json", origin: site, ...(cookie ? { cookie } : {}) };
    const address = `${site}/api/auth${path}`;
    return fetch(new Request(address, { method: "POST", headers, body: JSON.stringify(body) }), from);
  }

  return {
    ways,
    async withPassword({ email, password, ...visitor }) {
      const response = await post("/sign-in/email", { email, password }, visitor);
      if (!response.ok) return failed(response);
      const { twoFactorRedirect } = (await response.json()) as { twoFactorRedirect?: boolean };
      return { ok: twoFactorRedirect ? "code" : true, cookies: response.headers.getSetCookie() };
    },
    async withCode({ code, ...visitor }) {
      const plain = code.replace(/\s/g, "");
      const way = /^\d{6}$/.test(plain) ? "verify-totp" : "verify-backup-code";
      const response = await post(`/two-factor/${way}`, { code: plain }, visitor);
      return response.ok ? { ok: true, cookies: response.headers.getSetCookie() } : failed(response);
    },
    async atProvider({ next, ...visitor }) {
      const [callbackURL, errorCallbackURL] = [`${site}${next}`, `${site}/sign-in`];
      const response = await post(
        "/sign-in/social",
        { provider: "oidc", callbackURL, errorCallbackURL },
        visitor,
      );
      if (!response.ok) return whyOf(response);
      const { url = "" } = (await response.json()) as { url?: string };
      return { location: url, cookies: response.headers.getSetCookie() };
    },
    async sendResetLink(email, visitor) {
      const response = await post("/request-password-reset", { email }, visitor);
      return response.status !== 429;
    },
    async setPassword({ token, password, ...visitor }) {
      const response = await post("/reset-password", { token, newPassword: password }, visitor);
      if (response.ok) return null;
      const { code = "" } = (await response.clone().json()) as { code?: string };
      if (code.startsWith("PASSWORD_")) return "password";
      return response.status === 400 ? "expired" : whyOf(response);
    },
  };
}

async function failed(response: Response): Promise<SignInOutcome> {
  const wait = Number(response.headers.get("retry-after"));
  const why = await whyOf(response);
  return { ok: false, why, ...(why === "limited" && wait > 60 ? { retryAfterSeconds: wait } : {}) };
}

async function whyOf(response: Response): Promise<SignInFailure> {
  if (response.status === 429) return "limited";
  if (response.status >= 500) return "away";
  const { code = "" } = (await response.json().catch(() => ({}))) as { code?: string };
  if (code === "ACCOUNT_DISABLED") return "disabled";
  const over = ["INVALID_TWO_FACTOR_COOKIE", "TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE"];
  return over.includes(code) ? "expired" : "wrong";
}
