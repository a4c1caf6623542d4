import { accountBySession } from "../../accounts/account-list.ts";
import { claimAddress } from "../../accounts/disabling.ts";
import { endBegun, endSessionOf } from "../../accounts/sessions.ts";
import type { Db } from "../../db/db.ts";
import type { Limiter } from "../../kernel/limit.ts";
import { organizationNamesOf } from "../../organizations/members/memberships.ts";
import { typedAddress } from "../../outbound/mail/email-address.ts";
import type { Provider, ScopeChoice } from "../oidc/provider.ts";
import { busy, endedSession, guessedAt, refusal, tooFast, tooMany, tooManyFrom } from "./account-refusals.ts";
import { askAgain, codes, faultIn, guessable, hashes, routesWith, setBy, spelled } from "./account-routes.ts";
import type { Accounts, SessionFacts } from "./accounts.ts";
import type { AccountRequest, FetchAccounts } from "./fetch-accounts.ts";
import { atProvider } from "./joining.ts";
import { HashingBusy, type HashingLine, type HashingPlaces } from "./passwords/hashing-places.ts";
import type { PasswordLinks } from "./passwords/password-link.ts";
import { nearFault } from "./passwords/password-rules.ts";
import {
  cookieNamesAt,
  cookiesOnce,
  endTrust,
  pendingAccount,
  sessionTokenIn,
  sessionTokenOf,
  wasTrusted,
} from "./session-cookies.ts";
import { sessionTokenHash } from "./session-tokens.ts";
import type { Attempt, SignInGuard } from "./sign-in-guard.ts";
import { unlessDisabled, unlessReplaced } from "./sign-in-races.ts";

/**
 * Tells the accounts the source address of a request; overwritten on every request, so a client gains nothing by
 * sending it.
 */
export const sourceHeader = "x-overheard-source-address";

interface Parts {
  db: Db;
  limiter: Limiter;
  guard: SignInGuard;
  hashing: HashingPlaces;
  /** The site's origin. */
  origin: string;
  config: { signUp: "open" | "closed"; passwords: boolean };
  /** Null: nobody signs in with a provider. */
  provider: Pick<Provider, "usual" | "askLess"> | null;
  /** Whether nobody makes an account with a password for this address unless a letter proves that it is theirs. */
  needsProvider(email: string): boolean;
  links: PasswordLinks;
  load(): Promise<Accounts>;
  /** The session of these cookies, whether or not the provider confirms it; null if there is none. */
  readSession(headers: Headers): Promise<SessionFacts | null>;
  /** Signs somebody up by a letter; null if no mail is sent, and the account is made at once. */
  signUpByMail: ((email: string, name: string) => Promise<void>) | null;
  /** Whether the provider no longer vouches for the owner of the session. */
  hasLeft(headers: Headers): Promise<boolean>;
}

interface LinkOwner {
  id: string;
  email: string;
  /** Whether the link was mailed, so that whoever opens it has shown that the address is theirs. */
  byMail: boolean;
}

/** Who makes a request: at most one of these is known. */
interface Asking {
  session: SessionFacts | null;
  attempt: Attempt | null;
  /** Whose password a link sets. */
  owner: LinkOwner | null;
  line: HashingLine;
}

/** Answers what reaches the accounts from outside, from our own pages too: which routes there are, limits, then the library. */
export function createAccountRequests(parts: Parts): FetchAccounts {
  const { db, limiter, guard, hashing, origin, config, links, signUpByMail, load } = parts;
  const { passwords } = config;
  const cookieNames = cookieNamesAt(origin);
  const reachable = routesWith({ passwords, mail: signUpByMail !== null, provider: parts.provider !== null });

  return async (rawRequest) => {
    const refused = await refusedUnseen(rawRequest);
    if (refused) return refused;
    const again = await askedAgain(rawRequest);
    if (again) return again;
    const request = { ...rawRequest, fields: { ...spelled(rawRequest), ...sentFirst(rawRequest) } };
    const headers = headersFor(request);
    const who = await whoAsks(request, headers);
    const { path } = request;
    const near = await nearFaultOf(request, who);
    if (near) return refusal(400, near.code, near.message);
    // Nobody's attempt is counted that cannot be tried.
    if (hashes.includes(path) && hashing.isFull(who.line)) return busy();
    const response = await tryCounted(request, headers, who);
    if (response.ok && who.owner?.byMail) await claimAddress(db, who.owner.id);
    const changed = who.owner?.id ?? (path === "/change-password" ? who.session?.user.id : null);
    if (response.ok && changed) await endBegun(db, changed);
    await endReplaced(request, response);
    const cookies = await ourCookies(request, response, who.owner?.email ?? null);
    return withOurHeaders(await withoutToken(path, response), path === "/jwks", cookies);
  };

  /**
   * Answers what is counted as a guess of the address that it comes from, if it is one. Who guesses right, who is known and
   * what is not tried uses up nothing of others at that address.
   */
  async function tryCounted(request: AccountRequest, headers: Headers, who: Asking): Promise<Response> {
    const { path, from } = request;
    if (!guessable.includes(path) || who.line === "recognized") return tried(request, headers, who);
    const state = await limiter.take(from, "sign_in", "sign_in");
    if (state && !state.allowed) return tooManyFrom(state.resetSeconds);
    const response = await tried(request, headers, who);
    if (response.ok || response.status === 429 || response.status >= 500)
      await limiter.giveBack(from, "sign_in", "sign_in");
    return response;
  }

  async function tried(request: AccountRequest, headers: Headers, who: Asking): Promise<Response> {
    const { path } = request;
    const wait = await waitFor(request, headers, who);
    if (wait !== null) return tooMany(wait, who.attempt ? guessedAt : tooFast);
    if (path === "/sign-up/email" && signUpByMail) return mailed(request, signUpByMail);
    if (["/token", "/get-session"].includes(path) && (await parts.hasLeft(headers)))
      return endedSession(path);
    const ask = async () => (await load()).handler(forLibrary(request, headers));
    const answer = () => (hashes.includes(path) ? placed(who.line, ask) : ask());
    if (!who.attempt) return unlessDisabled({ db, cookieNames }, await answer());
    const signedIn = await unlessReplaced({ db, cookieNames, forget }, who.attempt.email, answer);
    return unlessDisabled({ db, cookieNames }, signedIn);
  }

  async function forget(identifier: string): Promise<void> {
    await (await context()).deleteVerificationByIdentifier(identifier);
  }

  /** The refusal of a request that can be judged before anything is looked up; otherwise null. */
  async function refusedUnseen(request: AccountRequest): Promise<Response | null> {
    const { method, path, from } = request;
    if (!reachable.has(`${method} ${path}`)) return refusal(404, "NOT_FOUND", "This route does not exist.");
    if (path === "/sign-up/email" && config.signUp === "closed")
      return refusal(403, "SIGN_UP_CLOSED", "Sign-up is closed: the operator of this server makes accounts.");
    // Letters are counted by inbox; this is of one address that has them sent to many.
    for (const rule of path === "/request-password-reset"
      ? (["accounts", "sign_in"] as const)
      : (["accounts"] as const)) {
      const state = await limiter.take(from, path, rule);
      if (state && !state.allowed) return tooMany(state.resetSeconds, tooFast);
    }
    const fault = faultIn(request, signUpByMail !== null);
    if (fault) return refusal(400, fault.code, fault.message);
    if (path !== "/sign-up/email") return null;
    if (!signUpByMail && parts.needsProvider(typedAddress(request.fields.email) ?? ""))
      return refusal(403, "SIGN_UP_AT_PROVIDER", atProvider);
    const signUps = await limiter.take(from, "sign_up", "sign_up");
    return signUps && !signUps.allowed ? tooMany(signUps.resetSeconds, tooFast) : null;
  }

  /** What the library keeps of how somebody is sent to the provider, whatever the browser says of that. */
  function sentFirst({ path }: AccountRequest) {
    return path === "/sign-in/social" ? { additionalData: { sent: parts.provider?.usual() } } : {};
  }

  /**
   * The way to the provider once more, where it sent somebody back because it does not know all that it was asked for; null
   * if that is not so, or less was asked for already.
   */
  async function askedAgain(request: AccountRequest): Promise<Response | null> {
    const { path, query, headers, from } = request;
    const back = new URLSearchParams(path === "/callback/oidc" ? query : "");
    if (back.get("error") !== "invalid_scope" || !parts.provider) return null;
    const verification = await (await context()).findVerificationValue(back.get("state") ?? "");
    const stateData = verification && stateDataIn(verification.value);
    if (!stateData) return null;
    const { callbackURL, errorURL, sent: scopeChoice } = stateData;
    const less = await parts.provider.askLess(scopeChoice ?? parts.provider.usual()).catch(() => null);
    if (less === null) return null;
    const strangers = { session: null, attempt: null, owner: null, line: "strangers" } as const;
    // The library uses the state up, and says so only to the browser that it was given to.
    const refused = await tried(request, headersFor(request), strangers);
    const errors = new URL(refused.headers.get("location") ?? "", origin).searchParams.getAll("error");
    const passed = withOurHeaders(refused, false, []);
    if (errors.at(-1) !== "invalid_scope") return passed;
    const ours = new Headers(headers);
    ours.set("origin", origin);
    const fields = {
      ...{ provider: "oidc", callbackURL, errorCallbackURL: errorURL },
      additionalData: { sent: less },
    };
    const anew = { method: "POST", path: "/sign-in/social", fields, headers: ours, from } as const;
    const response = await tried(anew, headersFor(anew), strangers);
    if (!response.ok) return passed;
    const { url } = (await response.clone().json()) as { url: string };
    const redirectHeaders = new Headers(response.headers);
    redirectHeaders.set("location", url);
    return withOurHeaders(new Response(null, { status: 302, headers: redirectHeaders }), false, []);
  }

  /** Whose password or code this is about, and whether the browser or the link is known to be theirs. */
  async function whoAsks(request: AccountRequest, headers: Headers): Promise<Asking> {
    const { path, fields } = request;
    const session = [...askAgain, ...codes].includes(path) ? await parts.readSession(headers) : null;
    const attempt = path === "/sign-in/email" ? attemptIn(request) : null;
    const owner = path === "/reset-password" ? await ownerOfLink(String(fields.token ?? "")) : null;
    const isKnown =
      session !== null || owner !== null || (attempt !== null && (await guard.isKnown(attempt)));
    return { session, attempt, owner, line: isKnown ? "recognized" : "strangers" };
  }

  /** Whether a password that is set is made of what is known of its account. */
  async function nearFaultOf({ path, fields }: AccountRequest, { session, owner }: Asking) {
    const field = setBy[path];
    const account = session?.user ?? owner;
    const email = account?.email ?? (path === "/sign-up/email" ? String(fields.email) : null);
    if (!field || email === null) return null;
    const organizations = account ? await organizationNamesOf(db, account.id) : [];
    return nearFault(String(fields[field] ?? ""), { email, organizations });
  }

  /** The seconds until an attempt counts as one that may be tried; null: at once. */
  async function waitFor(
    { path }: AccountRequest,
    headers: Headers,
    { session, attempt }: Asking,
  ): Promise<number | null> {
    if (attempt) return guard.take(attempt);
    if (session) return guard.takeSession(session.session.id);
    if (!codes.includes(path)) return null;
    const identifier = pendingAccount(headers.get("cookie") ?? "", cookieNames);
    const pending = identifier && (await (await context()).findVerificationValue(identifier));
    return pending ? guard.takeCode(pending.value) : null;
  }

  async function context() {
    return (await (await load()).$context).internalAdapter;
  }

  /** Null if the link does not work. */
  async function ownerOfLink(token: string): Promise<LinkOwner | null> {
    const adapter = await context();
    const link = await adapter.findVerificationValue(`reset-password:${token}`);
    const user = link && (await adapter.findUserById(link.value));
    if (!user) return null;
    const note = await adapter.findVerificationValue(links.mailed(token).identifier);
    return { id: user.id, email: user.email, byMail: note?.value === user.id };
  }

  /** The cookies that the library knows nothing of, for a browser that has signed in or used a link. */
  async function ourCookies(
    request: AccountRequest,
    response: Response,
    owner: string | null,
  ): Promise<string[]> {
    const email = await signedIn(response, owner);
    if (email === null) return [];
    const cookie = cookieOf(request);
    const device = await guard.remember({ email, cookie }, setBy[request.path] !== undefined);
    return [...(device ? [device] : []), ...(wasTrusted(cookie) ? endTrust : [])];
  }

  /** Whose browser this is from now on: the account that the session belongs to, or whose link was used. */
  async function signedIn(response: Response, owner: string | null): Promise<string | null> {
    if (response.ok && owner !== null) return owner;
    const token = sessionTokenIn(response.headers.getSetCookie(), cookieNames);
    if (token === null) return null;
    return (await accountBySession(db, sessionTokenHash(token)))?.email ?? null;
  }

  /** A browser that signs in again leaves no session behind that nobody uses. */
  async function endReplaced(request: AccountRequest, response: Response): Promise<void> {
    const [before, fresh] = [
      sessionTokenOf(cookieOf(request), cookieNames),
      sessionTokenIn(response.headers.getSetCookie(), cookieNames),
    ];
    if (before !== null && fresh !== null && before !== fresh)
      await endSessionOf(db, sessionTokenHash(before));
  }

  function placed(line: HashingLine, work: () => Promise<Response>): Promise<Response> {
    return hashing.run(line, work).catch((error) => {
      if (error instanceof HashingBusy) return busy();
      throw error;
    });
  }

  /** The request that the library gets: made of what was looked at here, so that it reads nothing else. */
  function forLibrary({ method, path, query, fields }: AccountRequest, headers: Headers): Request {
    const address = `${origin}/api/auth${path}`;
    if (method === "GET") return new Request(query ? `${address}?${query}` : address, { headers });
    headers.set("content-type", "application/json");
    // A browser that is trusted with skipping the second step would be on no list, and could not be taken back.
    const { trustDevice: _, ...read } = fields;
    return new Request(address, { method, headers, body: JSON.stringify(read) });
  }
}

function headersFor(request: AccountRequest): Headers {
  const ours = new Headers(request.headers);
  ours.set(sourceHeader, request.from);
  const cookies = cookiesOnce(cookieOf(request));
  // An empty header counts as one with cookies, which asks for an origin.
  if (cookies === "") ours.delete("cookie");
  else ours.set("cookie", cookies);
  return ours;
}

const cookieOf = ({ headers }: AccountRequest): string => headers.get("cookie") ?? "";

const attemptIn = (request: AccountRequest): Attempt => ({
  email: String(request.fields.email),
  cookie: cookieOf(request),
});

/** What is kept of a way to the provider, by its state; null for what is kept of something else, which anybody can name. */
function stateDataIn(value: string): { callbackURL: string; errorURL: string; sent?: ScopeChoice } | null {
  try {
    const data = JSON.parse(value) as { callbackURL?: unknown } | null;
    return typeof data?.callbackURL === "string"
      ? (data as { callbackURL: string; errorURL: string; sent?: ScopeChoice })
      : null;
  } catch {
    return null;
  }
}

/** A session's token is in a cookie that no script can read, and nowhere else. */
async function withoutToken(path: string, response: Response): Promise<Response> {
  const isJson = response.headers.get("content-type")?.startsWith("application/json");
  // The token of this route is a JWT for the API.
  if (path === "/token" || !isJson || response.body === null) return response;
  const { status, headers } = response;
  const body = JSON.stringify(await response.json(), (name, value) => (name === "token" ? undefined : value));
  return new Response(body, { status, headers });
}

/** The same answer whether or not there is an account. */
async function mailed(
  { fields }: AccountRequest,
  signUpByMail: (email: string, name: string) => Promise<void>,
): Promise<Response> {
  await signUpByMail(String(fields.email), String(fields.name));
  const message = "Check your mail: the link in it sets your password.";
  return Response.json({ status: true, message }, { headers: { "cache-control": "no-store" } });
}

function withOurHeaders(response: Response, cacheable: boolean, cookies: readonly string[]): Response {
  const ours = new Response(response.body, response);
  for (const cookie of cookies) ours.headers.append("set-cookie", cookie);
  ours.headers.set("cache-control", cacheable ? "public, max-age=300" : "no-store");
  if (ours.headers.get("content-type")?.startsWith("text/plain"))
    ours.headers.set("content-type", "application/json");
  return ours;
}
