import type { FastifyInstance } from "fastify";
import { firstPath, type Joining } from "../../auth/accounts/joining.ts";
import type { SignIn } from "../../auth/accounts/sign-in.ts";
import type { Api } from "../../http/api.ts";
import type { Exchange } from "../../http/exchange.ts";
import { formOf } from "../form.ts";
import { type Html, html } from "../html.ts";
import { sendOn, sendPage } from "../page.ts";
import { pageRoutes, type Site, visitorOf } from "../page-route.ts";
import { newAccountFields } from "./new-account-fields.ts";
import { passkeyScriptPath } from "./passkey-script.ts";
import { otherWays } from "./sign-in-forms.ts";

/** The page on which whoever has the link that the server prints makes the first account. */
export function mountFirstPage(
  server: FastifyInstance,
  api: Api,
  { joining, ways }: { joining: Joining; ways: SignIn["ways"] },
  site: Site,
): void {
  const { origin } = new URL(site.siteUrl);
  const route = pageRoutes(server, api, site);
  const show = (exchange: Exchange, title: string, body: Html, status: number) =>
    sendPage(exchange, site.siteUrl, { status, title, body, script: passkeyScriptPath });

  /** Without a link that works: how to get one, or, if there is an account, where to sign in. */
  async function showNoLink(exchange: Exchange): Promise<void> {
    if (await joining.isFresh()) return show(exchange, "Welcome", freshPage(ways, "/"), 410);
    sendOn(exchange, `${origin}/sign-in`);
  }

  route("GET", firstPath, async (exchange) => {
    const token = new URLSearchParams(exchange.target.query).get("token") ?? "";
    if (!(await joining.opens(token))) return showNoLink(exchange);
    const typed = { email: "", name: "", problem: null };
    show(exchange, "Create the first account", firstForm({ ...typed, ways, token }), 200);
  });

  route("POST", firstPath, async (exchange) => {
    const form = await formOf(exchange);
    const [token, email, name, password] = ["token", "email", "name", "password"].map((field) =>
      (form.get(field) ?? "").slice(0, fieldMax),
    ) as [string, string, string, string];
    const newcomer = { email: email.trim(), name, password, ...visitorOf(exchange, site) };
    const outcome = await joining.enterFirst(token, newcomer);
    if (outcome.ok === true) return sendOn(exchange, `${origin}/`, outcome.cookies);
    if (outcome.ok || outcome.why !== "refused")
      return outcome.ok === false && outcome.why === "expired"
        ? showNoLink(exchange)
        : sendOn(exchange, `${origin}/sign-in`);
    const body = firstForm({ ways, token, email, name, problem: outcome.says });
    show(exchange, "Create the first account", body, 400);
  });
}

const fieldMax = 1_000;

/** What a server without accounts says to somebody who wants to sign in, and go on to `next`. */
export const freshPage = (ways: SignIn["ways"], next: string): Html => html`<h1>Welcome to Overheard</h1>
<p>This server has no account yet.</p>
<p>When it starts, the server prints a link for creating the first account. Look for it in the console or the log in which the server was started, and open it in this browser.</p>
<p class="hint">If you cannot find the link, restart the server: each start prints a new one, until there is an account.</p>
${ways.provider !== null && html`<p class="or">or</p>${otherWays(ways, next)}`}`;

const firstForm = ({
  ways,
  token,
  email,
  name,
  problem,
}: {
  ways: SignIn["ways"];
  token: string;
  email: string;
  name: string;
  problem: string | null;
}): Html => html`<h1>Create the first account</h1>
<p>${
  ways.passwords
    ? "You sign in with it, and invite others from the app."
    : html`You sign in to it with ${ways.provider}, and invite others from the app.`
}</p>
${problem !== null && html`<p class="problem" role="alert">${problem}</p>`}
<form method="post" action="${firstPath}"><input type="hidden" name="token" value="${token}">
${newAccountFields({ email: { editable: email }, name, passwords: ways.passwords })}
<button class="prime wide">Create account</button></form>`;
