import type { FastifyInstance } from "fastify";
import type { Authorization } from "../auth/oauth/authorization.ts";
import type { Api } from "../http/api.ts";
import type { Exchange } from "../http/exchange.ts";
import { sourceOf } from "../http/request/address.ts";
import { passkeyScriptPath } from "./account/passkey-script.ts";
import { consentForm, formTarget, notConnected, signInForm } from "./connect-forms.ts";
import {
  type Failure,
  failures,
  leftOrganization,
  nothingChosen,
  notInPlan,
  otherPerson,
  reasonOf,
  stale,
  tooMany,
} from "./connect-words.ts";
import { formOf } from "./form.ts";
import { sendOn, sendPage } from "./page.ts";
import { pageRoutes, refuser, type Site } from "./page-route.ts";

/** The pages for signing in and deciding what an assistant may do. */
export function mountConnect(
  server: FastifyInstance,
  api: Api,
  { consent }: Authorization,
  site: Site,
): void {
  const { siteUrl, trustedProxies } = site;
  const { origin } = new URL(siteUrl);
  const from = (exchange: Exchange) => sourceOf(exchange, trustedProxies);
  const refuse = refuser(siteUrl, "Not connected", notConnected);
  const route = pageRoutes(server, api, site, refuse);

  async function showSignIn(exchange: Exchange, query: string, failed?: Failed) {
    const request = failed?.why === "stale" ? null : await consent.readRequest(query, from(exchange));
    if (!request) return refuse(exchange, 400, stale);
    const [status, problem] = failed ? failures[failed.why] : [200, null];
    const wait = failed?.retryAfterSeconds;
    const around = { query, ways: consent.ways, next: consent.goOn(query) };
    const says = wait && failed?.why === "limited" ? tooMany(wait) : problem;
    const body = signInForm(request, around, says, failed?.email);
    const headers = wait ? ["Retry-After", String(wait)] : [];
    const page = { status, title: "Sign in", body, headers, script: passkeyScriptPath };
    sendPage(exchange, siteUrl, { ...page, connecting: true });
  }

  async function showConsent(
    exchange: Exchange,
    query: string,
    problem: string | null = null,
    organizationId = "",
  ) {
    const request = await consent.readRequest(query, from(exchange));
    if (!request) return refuse(exchange, 400, stale);
    const who = await consent.signedIn(query, cookieOf(exchange));
    if (!who) return sendOn(exchange, `${origin}/connect/sign-in?${query}`);
    sendPage(exchange, siteUrl, {
      status: problem === null ? 200 : 400,
      title: "Connect an assistant",
      body: consentForm(request, who, query, problem, organizationId),
      connecting: true,
      formsTo: formTarget(request.redirectUri),
    });
  }

  route("GET", "/connect/sign-in", (exchange) => showSignIn(exchange, exchange.target.query));

  route("POST", "/connect/sign-in", async (exchange) => {
    const form = await formOf(exchange);
    const [email, password, query] = ["email", "password", "query"].map((name) => form.get(name) ?? "");
    const around = { from: from(exchange), cookie: cookieOf(exchange) };
    const outcome = await consent.signIn({ email: email!, password: password!, query: query!, ...around });
    if (outcome.ok) return sendOn(exchange, outcome.location, outcome.cookies);
    await showSignIn(exchange, query!, { ...outcome, email: email! });
  });

  route("GET", "/connect/consent", (exchange) => showConsent(exchange, exchange.target.query));

  route("POST", "/connect/consent", async (exchange) => {
    const form = await formOf(exchange, ["scope"]);
    const query = form.get("query") ?? "";
    const allowed = form.get("decision") === "allow";
    const organization = form.get("organization") ?? "";
    if (allowed && !form.has("scope")) return showConsent(exchange, query, nothingChosen, organization);
    const decided = await consent.decide({
      query,
      csrf: form.get("csrf") ?? "",
      cookie: cookieOf(exchange),
      from: from(exchange),
      organization,
      scopes: allowed ? form.getAll("scope") : null,
    });
    if (decided === "left") return showConsent(exchange, query, leftOrganization);
    if (decided === "not_in_plan") return showConsent(exchange, query, notInPlan, organization);
    if (decided === "other_person") return showConsent(exchange, query, otherPerson);
    if (decided === "stale") return refuse(exchange, 400, stale);
    sendOn(exchange, decided.location);
  });

  route("GET", "/connect/error", async (exchange) =>
    refuse(exchange, 400, reasonOf(new URLSearchParams(exchange.target.query).get("error") ?? "")),
  );
}

interface Failed {
  why: Failure;
  email: string;
  retryAfterSeconds?: number;
}

const cookieOf = ({ request }: Exchange): string => request.headers.cookie ?? "";
