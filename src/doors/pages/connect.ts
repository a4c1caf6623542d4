import type { FastifyInstance } from "fastify";
import type { Authorization } from "../../auth/authorization.ts";
import type { Asked, SignedIn } from "../../auth/consent.ts";
import { sourceAddress } from "../address.ts";
import type { Api } from "../api.ts";
import { type Exchange, singleHeader } from "../exchange.ts";
import { formOf } from "./form.ts";
import { type Html, html } from "./html.ts";
import { sendOn, sendPage } from "./page.ts";
import { scopeWords } from "./scope-words.ts";

interface Site {
  siteUrl: string;
  trustedProxies: number;
}

/** The pages on which somebody signs in and decides what an assistant may do. */
export function mountConnect(
  server: FastifyInstance,
  api: Api,
  { consent }: Authorization,
  site: Site,
): void {
  const { siteUrl } = site;
  const { origin } = new URL(siteUrl);
  const from = ({ request }: Exchange) =>
    sourceAddress(
      request.socket?.remoteAddress,
      singleHeader(request.headers["x-forwarded-for"]),
      site.trustedProxies,
    );
  const refuse = (exchange: Exchange, status: number, why: string) =>
    sendPage(exchange, siteUrl, { status, title: "Not connected", body: dead(why) });
  const route = (method: "GET" | "POST", url: string, work: (exchange: Exchange) => Promise<void>) =>
    server.route({
      method,
      url,
      exposeHeadRoute: false,
      onRequest(request, reply) {
        reply.hijack();
        api.handle(request.raw, reply.raw, async (exchange) => {
          if (exchange.fault) throw exchange.fault;
          // A form on somebody else's page cannot decide for whoever looks at it.
          if (method === "POST" && request.raw.headers.origin !== origin)
            return refuse(exchange, 403, "This form was not sent from our own page.");
          return work(exchange);
        });
      },
      handler: () => undefined,
    });

  route("GET", "/connect/sign-in", async (exchange) => {
    const query = exchange.target.query;
    const asked = await consent.asked(query, from(exchange));
    if (!asked) return refuse(exchange, 400, stale);
    sendPage(exchange, siteUrl, { title: "Sign in", body: signInForm(asked, query) });
  });

  route("POST", "/connect/sign-in", async (exchange) => {
    const form = await formOf(exchange);
    const [email, password, query] = ["email", "password", "query"].map((name) => form.get(name) ?? "");
    const given = { email: email!, password: password!, query: query!, from: from(exchange) };
    const outcome = await consent.signIn(given);
    if (outcome.ok) return sendOn(exchange, outcome.location, outcome.cookies);
    const asked = outcome.why === "stale" ? null : await consent.asked(query!, from(exchange));
    if (!asked) return refuse(exchange, 400, stale);
    const [status, problem] =
      outcome.why === "limited"
        ? [429, "Too many attempts; wait a minute and try again."]
        : [401, "This address and password do not belong together."];
    sendPage(exchange, siteUrl, {
      status,
      title: "Sign in",
      body: signInForm(asked, query!, problem, email),
    });
  });

  route("GET", "/connect/consent", async (exchange) => {
    const query = exchange.target.query;
    const asked = await consent.asked(query, from(exchange));
    if (!asked) return refuse(exchange, 400, stale);
    const who = await consent.signedIn(query, cookieOf(exchange));
    if (!who) return sendOn(exchange, `${origin}/connect/sign-in?${query}`);
    sendPage(exchange, siteUrl, {
      title: "Connect an assistant",
      body: consentForm(asked, who, query),
      formsTo: formTarget(asked.redirectUri),
    });
  });

  route("POST", "/connect/consent", async (exchange) => {
    const form = await formOf(exchange);
    const allowed = form.get("decision") === "allow";
    if (allowed && !form.has("scope"))
      return refuse(exchange, 400, "Nothing was allowed. Go back and choose.");
    const location = await consent.decide({
      query: form.get("query") ?? "",
      csrf: form.get("csrf") ?? "",
      cookie: cookieOf(exchange),
      from: from(exchange),
      scopes: allowed ? form.getAll("scope") : null,
    });
    if (location === null) return refuse(exchange, 400, stale);
    sendOn(exchange, location);
  });

  route("GET", "/connect/error", async (exchange) =>
    refuse(exchange, 400, reasonOf(new URLSearchParams(exchange.target.query).get("error") ?? "")),
  );
}

const cookieOf = ({ request }: Exchange): string => request.headers.cookie ?? "";

const stale = "This request is not ours or too old. Go back to your assistant and connect again.";

/** What went wrong, by the code alone: anybody can write an address with other words in it. */
function reasonOf(error: string): string {
  if (error === "invalid_client" || error === "client_disabled")
    return "The assistant is not known here. Remove the connection in it and connect again.";
  if (error === "invalid_redirect")
    return "The assistant wants to be answered at an address that it has not registered.";
  return "The assistant's request cannot be understood.";
}

const dead = (why: string): Html => html`<h1>Not connected</h1><p class="problem">${why}</p>`;

/** What a form may lead to in the end: browsers ask this of every address on the way. */
function formTarget(redirectUri: string): string {
  const { protocol, origin } = new URL(redirectUri);
  return protocol === "https:" || protocol === "http:" ? origin : protocol;
}

const nameOf = ({ clientName }: Asked): string => clientName ?? "An assistant without a name";

function signInForm(asked: Asked, query: string, problem: string | null = null, email = ""): Html {
  return html`<h1>Sign in to Overheard</h1>
<p><strong>${nameOf(asked)}</strong> asks to be connected. Nothing is allowed by signing in.</p>
${problem === null ? null : html`<p class="problem" role="alert">${problem}</p>`}
<form method="post" action="/connect/sign-in">
<input type="hidden" name="query" value="${query}">
<label>Email <input type="email" name="email" value="${email}" autocomplete="username" required></label>
<label>Password <input type="password" name="password" autocomplete="current-password" required></label>
<button class="main">Sign in</button>
</form>`;
}

function consentForm(asked: Asked, { email, csrf }: SignedIn, query: string): Html {
  const others = Object.keys(scopeWords).filter((scope) => !asked.scopes.includes(scope));
  return html`<h1>Connect <strong>${nameOf(asked)}</strong> to your Overheard account?</h1>
<p>The name is its own choice. What tells you who it is: you will be sent back to
<strong>${destination(asked.redirectUri)}</strong>. Go on only if you have just begun this there.</p>
<form method="post" action="/connect/consent">
<input type="hidden" name="query" value="${query}">
<input type="hidden" name="csrf" value="${csrf}">
<fieldset><legend>It asks to</legend>${asked.scopes.map((scope) => choice(scope, true))}</fieldset>
${others.length === 0 ? null : html`<fieldset><legend>You may also let it</legend>${others.map((scope) => choice(scope, false))}</fieldset>`}
<p>You are signed in as <strong>${email}</strong>. <a href="${otherAccount(query)}">Use another account</a></p>
<button class="main" name="decision" value="allow">Allow</button>
<button name="decision" value="refuse">Refuse</button>
</form>`;
}

const choice = (scope: string, checked: boolean): Html =>
  html`<label><input type="checkbox" name="scope" value="${scope}" ${{ markup: checked ? "checked" : "" }}> <span>${scopeWords[scope] ?? scope}</span></label>`;

/** Where the answer goes, as a person would say it. */
function destination(redirectUri: string): string {
  const { protocol, hostname, host } = new URL(redirectUri);
  if (["localhost", "127.0.0.1", "[::1]"].includes(hostname)) return `a program on this computer (${host})`;
  return protocol === "https:" ? host : `the app on this computer that opens ${protocol} addresses`;
}

/** The same request, signing in anew. */
function otherAccount(query: string): string {
  const again = new URLSearchParams(query);
  again.set("prompt", "login");
  return `/oauth2/authorize?${again}`;
}
