import type { Limiter } from "../../kernel/access/limit.ts";
import type { Log } from "../../kernel/log.ts";
import type { Db } from "../../store/db/db.ts";
import { ownKeys, type ReadKeys } from "../jwt/jwks.ts";
import { derivedSecret } from "../server-secret.ts";
import type { Accounts } from "./accounts.ts";
import { type Attempt, createSignInGuard } from "./sign-in-guard.ts";

/** Why an account could not be made or used: one line, in our words, for the person who asked. */
export class AccountError extends Error {
  override name = "AccountError";
}

/** The built-in accounts: an identity provider of our own. */
export interface Identity {
  issuer: string;
  audience: string;
  /** Answers everything under /api/auth; `sourceAddress` is what sign-in is limited by. */
  handler(request: Request, sourceAddress: string): Promise<Response>;
  /** Makes an account whether or not sign-up is open; returns its id. Throws AccountError. */
  createUser(email: string, password: string): Promise<string>;
  /** Sets a password and ends every session. Throws AccountError. */
  resetPassword(email: string, password: string): Promise<void>;
  /** Id of the account with this address, or null. */
  findUser(email: string): Promise<string | null>;
  /** A session JWT of 15 minutes. Throws AccountError. */
  issueToken(email: string): Promise<string>;
  /** The public keys of the session JWTs, read without loading the accounts. */
  jwks: ReadKeys;
}

/** What of the accounts can be reached from outside; anything else of the library is not. */
const open = [
  "POST /sign-up/email",
  "POST /sign-in/email",
  "POST /sign-out",
  "POST /change-password",
  "GET /get-session",
  "GET /token",
  "GET /jwks",
];

/** Says to the accounts where a request comes from; set anew on every one, so a client that sends it gains nothing. */
export const sourceHeader = "x-overheard-source-address";

export function createIdentity(options: {
  db: Db;
  log: Log;
  limiter: Limiter;
  secret: string;
  now?(): Date;
  config: { siteUrl: string; baseUrl: string; signUp: "open" | "closed" };
}): Identity {
  const { db, log, limiter, config, now = () => new Date() } = options;
  const issuer = config.siteUrl;
  const audience = `${config.baseUrl}/v1`;
  const guard = createSignInGuard({ db, limiter, now, siteUrl: config.siteUrl, secret: options.secret });
  let loading: Promise<Accounts> | null = null;

  const load = (): Promise<Accounts> => {
    loading ??= import("./accounts.ts").then(({ createAccounts }) => {
      const secret = derivedSecret(options.secret, "accounts").toString("base64url");
      return createAccounts({
        ...{ db, log, limiter, secret, siteUrl: config.siteUrl, issuer, audience, sourceHeader },
      });
    });
    return loading;
  };
  const find = async (email: string) => {
    const { internalAdapter } = await (await load()).$context;
    return (await internalAdapter.findUserByEmail(email.toLowerCase()))?.user ?? null;
  };
  const demand = async (email: string) => {
    const user = await find(email);
    if (!user) throw new AccountError("There is no account with this email address.");
    return user;
  };

  return {
    issuer,
    audience,
    jwks: ownKeys(db),
    async handler(request, sourceAddress) {
      const route = `${request.method} ${new URL(request.url).pathname.replace(/^\/api\/auth(?=\/)/, "")}`;
      if (!open.includes(route)) return refusal(404, "NOT_FOUND", "This route does not exist.");
      if (route === "POST /sign-up/email" && config.signUp === "closed") {
        return refusal(
          403,
          "SIGN_UP_CLOSED",
          "Sign-up is closed: the operator of this server makes accounts.",
        );
      }
      const signsIn = route === "POST /sign-in/email";
      const attempt = signsIn ? await attemptIn(request, sourceAddress) : null;
      if (signsIn && !attempt)
        return refusal(400, "VALIDATION_ERROR", "A sign-in names an email and a password.");
      const wait = attempt && (await guard.take(attempt));
      if (wait !== null) return tooMany(wait);
      const headers = new Headers(request.headers);
      headers.set(sourceHeader, sourceAddress);
      const response = await (await load()).handler(new Request(request, { headers }));
      const device = attempt && response.ok ? guard.remember(attempt) : null;
      return withOurHeaders(response, route === "GET /jwks", device);
    },
    async createUser(email, password) {
      const accounts = await load();
      const body = { email, password, name: email.split("@")[0] ?? "" };
      const { user } = await accounts.api.signUpEmail({ body }).catch(refused);
      const { internalAdapter } = await accounts.$context;
      // Signing up signs in; whoever makes an account for somebody else does not.
      await internalAdapter.deleteUserSessions(user.id);
      return user.id;
    },
    async resetPassword(email, password) {
      const { internalAdapter, password: passwords } = await (await load()).$context;
      const { minPasswordLength: least, maxPasswordLength: most } = passwords.config;
      if (password.length < least || password.length > most) {
        throw new AccountError(`A password has ${least} to ${most} characters.`);
      }
      const { id } = await demand(email);
      await internalAdapter.updatePassword(id, await passwords.hash(password));
      await internalAdapter.deleteUserSessions(id);
    },
    findUser: async (email) => (await find(email))?.id ?? null,
    async issueToken(email) {
      const accounts = await load();
      const user = await demand(email);
      const iat = Math.floor(Date.now() / 1000);
      const { token } = await accounts.api.signJWT({
        body: { payload: { sub: user.id, email: user.email, iat } },
      });
      return token;
    },
  };
}

const refusals: Record<string, string> = {
  USER_ALREADY_EXISTS: "There is an account with this address already.",
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: "There is an account with this address already.",
  INVALID_EMAIL: "This is no email address.",
  VALIDATION_ERROR: "This is no email address.",
  PASSWORD_TOO_SHORT: "A password has at least 8 characters.",
  PASSWORD_TOO_LONG: "A password has at most 128 characters.",
};

function refused(error: unknown): never {
  const code = (error as { body?: { code?: string } }).body?.code ?? "";
  throw code in refusals ? new AccountError(refusals[code]) : error;
}

/** A refusal in the shape of the library's own. */
function refusal(status: number, code: string, message: string): Response {
  return Response.json({ code, message }, { status, headers: { "cache-control": "no-store" } });
}

/** Whom a request wants to sign in; null where it says nobody. */
async function attemptIn(request: Request, from: string): Promise<Attempt | null> {
  const given = await fieldsOf(request.clone()).catch(() => null);
  if (typeof given?.email !== "string") return null;
  return { email: given.email, from, cookie: request.headers.get("cookie") ?? "" };
}

async function fieldsOf(request: Request): Promise<{ email?: unknown } | null> {
  const type = (request.headers.get("content-type") ?? "").toLowerCase();
  const text = await request.text();
  return type.includes("form") ? Object.fromEntries(new URLSearchParams(text)) : JSON.parse(text);
}

function tooMany(seconds: number): Response {
  const response = refusal(
    429,
    "TOO_MANY_ATTEMPTS",
    "Too many attempts on this account. Wait, or sign in where you have before.",
  );
  response.headers.set("retry-after", String(seconds));
  return response;
}

function withOurHeaders(response: Response, cacheable: boolean, device: string | null): Response {
  const ours = new Response(response.body, response);
  if (device !== null) ours.headers.append("set-cookie", device);
  ours.headers.set("cache-control", cacheable ? "public, max-age=300" : "no-store");
  const retryAfter = ours.headers.get("x-retry-after");
  if (retryAfter) ours.headers.set("retry-after", retryAfter);
  if (ours.headers.get("content-type")?.startsWith("text/plain"))
    ours.headers.set("content-type", "application/json");
  return ours;
}
