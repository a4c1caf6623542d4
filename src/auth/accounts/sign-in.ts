import type { FetchAccounts } from "./fetch-accounts.ts";

/** The source address and the cookies of a browser. */
export interface Visitor {
  /** The source address, from the door. */
  from: string;
  cookie: string;
}

export type SignInFailure = "wrong" | "limited" | "disabled" | "expired" | "away";

/** The outcome of signing in. `code`: the password was right, and a second factor is required. */
export type SignInOutcome =
  | { ok: true; cookies: string[] }
  | { ok: "code"; cookies: string[] }
  | { ok: false; why: SignInFailure; retryAfterSeconds?: number };

/** The ways to sign in, for pages. Each takes the same path as any other request, with its limits. */
export interface SignIn {
  ways: {
    passwords: boolean;
    /** The display name of the identity provider; null if there is none. */
    provider: string | null;
    /** Whether a link to set a password can be sent. */
    mail: boolean;
  };
  withPassword(given: { email: string; password: string } & Visitor): Promise<SignInOutcome>;
  /** With a code of an authenticator app, or a recovery code. */
  withCode(given: { code: string } & Visitor): Promise<SignInOutcome>;
  /** Where to send the browser, or why not. `next`: the path to return to. */
  atProvider(
    given: { next: string } & Visitor,
  ): Promise<{ location: string; cookies: string[] } | SignInFailure>;
  /** Sends a link if the account exists, without revealing whether it does. False: too many. */
  sendResetLink(email: string, visitor: Visitor): Promise<boolean>;
  /** Sets a password by a link that works once; null if that succeeds, otherwise the reason. */
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
