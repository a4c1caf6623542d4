import { createHmac } from "node:crypto";
import { findClient } from "../../accounts/connectors/oauth-clients.ts";
import { type AccountOrganization, organizationsOfAccount } from "../../accounts/users.ts";
import type { Plan, PlanTable } from "../../api/access/plan.ts";
import { Problem } from "../../kernel/problem.ts";
import type { Identity } from "../accounts/identity.ts";
import type { SignIn, SignInFailure, Visitor } from "../accounts/sign-in.ts";
import { isSameText } from "../same-text.ts";
import { withConsentedOrganization } from "./consented-organization.ts";
import { errorAddress, errorIn, isOwnPage, type OAuthSurroundings } from "./oauth-endpoints.ts";
import { allScopes, authorizationQuery, hasControls } from "./oauth-query.ts";

/** What a client asks of the person who is signed in, from a query that the library has signed. */
export interface Asked {
  clientId: string;
  /** The name it gives itself; foreign text. */
  clientName: string | null;
  redirectUri: string;
  scopes: string[];
}

/** One that a person is in, and whether its plan has assistants. */
export interface ConsentedOrganization extends Pick<AccountOrganization, "id" | "name" | "isCurrent"> {
  letsIn: boolean;
}

/** The person signed in in this browser. */
export interface SignedIn {
  email: string;
  organizations: ConsentedOrganization[];
  /** Whether the client can be let in anywhere; one's own organization, which is made with the first call, counts too. */
  letsIn: boolean;
  /** Required with a decision: only our own page can know it. */
  csrf: string;
}

export type SignInOutcome =
  | { ok: true; location: string; cookies: string[] }
  | { ok: false; why: SignInFailure | "stale"; retryAfterSeconds?: number };

/** What the pages for signing in and consenting need. `query` is the page's own, as the library signed it. */
export interface Consent {
  /** Null if the query is not ours, or older than ten minutes. */
  readRequest(query: string, from: string): Promise<Asked | null>;
  /** How people can sign in. */
  ways: SignIn["ways"];
  signedIn(query: string, cookie: string): Promise<SignedIn | null>;
  signIn(input: { email: string; password: string; query: string } & Visitor): Promise<SignInOutcome>;
  /** The path at which a browser continues this request once somebody is signed in. */
  goOn(query: string): string;
  /**
   * Where to send the browser. `stale`: the page is too old; `other_person`: somebody else is signed in by now;
   * `left`: the person is not in that organization any more; `not_in_plan`: its plan has no assistants.
   */
  decide(
    decision: Decision,
  ): Promise<{ location: string } | "stale" | "other_person" | "left" | "not_in_plan">;
}

export interface Decision {
  query: string;
  cookie: string;
  csrf: string;
  from: string;
  /** The organization that the page showed; empty where the person has none yet. */
  organization: string;
  /** The allowed scopes; null: none, the client is turned away. */
  scopes: readonly string[] | null;
}

/** Of an organization that is made for somebody. */
const firstPlan: Plan = "free";

export function createConsent(
  around: OAuthSurroundings & { csrfSecret: Buffer; plans: PlanTable } & Pick<
      Identity,
      "signIn" | "sessionOf"
    >,
): Consent {
  const { db, origin, load } = around;

  async function post(path: string, body: object, from: string, cookie = ""): Promise<Response> {
    const headers = around.headers(from, {
      ...{ "content-type": "application/json", accept: "application/json", origin },
      ...(cookie ? { cookie } : {}),
    });
    const request = new Request(origin + path, { method: "POST", headers, body: JSON.stringify(body) });
    const response = await (await load()).handler(request);
    // An internal failure is neither a wrong password nor an outdated page.
    if (response.status >= 500) throw new Problem("INTERNAL_ERROR");
    return response;
  }

  async function readRequest(query: string, from: string): Promise<Asked | null> {
    const params = new URLSearchParams(query);
    if (hasControls(params)) return null;
    const clientId = params.get("client_id") ?? "";
    const signed = await post(
      "/oauth2/public-client-prelogin",
      { client_id: clientId, oauth_query: query },
      from,
    );
    const client = signed.status === 200 ? await findClient(db, clientId) : undefined;
    if (!client) return null;
    return {
      clientId,
      clientName: client.name,
      redirectUri: params.get("redirect_uri") ?? "",
      scopes: (params.get("scope") ?? "").split(" ").filter(Boolean),
    };
  }

  const letsIn = (plan: Plan): boolean => around.plans[plan].features.includes("mcp_connector");

  const csrfOf = (session: string, query: string) =>
    createHmac("sha256", around.csrfSecret).update(`${session}\n${query}`).digest("base64url");

  async function signedIn(query: string, cookie: string): Promise<SignedIn | null> {
    const facts = await around.sessionOf(new Headers({ cookie }));
    if (!facts) return null;
    const joined = await organizationsOfAccount(db, facts.user.id);
    const organizations = joined.map(({ plan, ...organization }) => ({
      ...organization,
      letsIn: letsIn(plan),
    }));
    return {
      ...{ email: facts.user.email, organizations, csrf: csrfOf(facts.session.id, query) },
      letsIn: joined.length === 0 ? letsIn(firstPlan) : organizations.some(({ letsIn }) => letsIn),
    };
  }

  function goOn(query: string): string {
    const again = authorizationQuery(new URLSearchParams(query), around.resource) ?? new URLSearchParams();
    // The required new sign-in has happened.
    again.delete("prompt");
    return `/oauth2/authorize?${again}`;
  }

  /** Where the request leads a browser that has just got these cookies: always a page of ours. */
  async function follow(path: string, cookies: readonly string[], from: string): Promise<string> {
    const cookie = cookies.map((one) => one.split(";", 1)[0]).join("; ");
    const headers = around.headers(from, { cookie, accept: "text/html" });
    // Without it, the library leads to a client that was let in before, unasked.
    const asking = new URL(path, origin);
    asking.searchParams.set("prompt", "consent");
    const response = await (await load()).handler(new Request(asking, { headers }));
    const location = new URL(response.headers.get("location") ?? "", `${origin}/connect/error`).href;
    return isOwnPage(origin, location) ? location : errorAddress(origin, errorIn(location));
  }

  /** The same request with more scopes than the client asked for, as the person signed in wants. */
  async function widened(query: string, scopes: readonly string[], cookie: string, from: string) {
    const wider = authorizationQuery(new URLSearchParams(query), around.resource);
    wider?.set("scope", scopes.join(" "));
    const headers = around.headers(from, { cookie, accept: "text/html" });
    const response = await (await load()).handler(
      new Request(`${origin}/oauth2/authorize?${wider}`, { headers }),
    );
    const page = URL.parse(response.headers.get("location") ?? "", origin);
    return page?.origin === origin && page.pathname === "/connect/consent" ? page.search.slice(1) : null;
  }

  return {
    readRequest,
    signedIn,
    goOn,
    ways: around.signIn.ways,
    async signIn({ email, password, query, from, cookie }) {
      if (!(await readRequest(query, from))) return { ok: false, why: "stale" };
      const outcome = await around.signIn.withPassword({ email, password, from, cookie });
      if (!outcome.ok) return outcome;
      const next = goOn(query);
      const { cookies } = outcome;
      if (outcome.ok === true) return { ok: true, location: await follow(next, cookies, from), cookies };
      return { ok: true, location: `${origin}/sign-in/code?${new URLSearchParams({ next })}`, cookies };
    },
    async decide({ query, cookie, csrf, from, organization, scopes }) {
      const who = await signedIn(query, cookie);
      const what = await readRequest(query, from);
      if (!who || !what) return "stale";
      if (!isSameText(csrf, who.csrf)) return "other_person";
      const grantedScopes = scopes?.filter((scope) => allScopes.includes(scope)) ?? [];
      const accept = grantedScopes.length > 0;
      const chosenOrganization = who.organizations.find(({ id }) => id === organization);
      if (accept && !chosenOrganization && who.organizations.length > 0) return "left";
      if (accept && !(chosenOrganization ?? who).letsIn) return "not_in_plan";
      const more = accept && grantedScopes.some((scope) => !what.scopes.includes(scope));
      const signed = more ? await widened(query, grantedScopes, cookie, from) : query;
      if (signed === null) return "stale";
      const body = { accept, oauth_query: signed, ...(accept ? { scope: grantedScopes.join(" ") } : {}) };
      const decided = () => post("/oauth2/consent", body, from, cookie);
      const response = await (chosenOrganization
        ? withConsentedOrganization.run(chosenOrganization.id, decided)
        : decided());
      if (response.status !== 200) return "stale";
      const { url } = (await response.json()) as { url?: string };
      return url === undefined ? "stale" : { location: url };
    },
  };
}
