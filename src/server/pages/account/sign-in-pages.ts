import type { FastifyInstance } from "fastify";
import type { Identity } from "../../auth/accounts/identity.ts";
import { wasTrusted } from "../../auth/accounts/session-cookies.ts";
import type { SignInOutcome } from "../../auth/accounts/sign-in.ts";
import type { Api } from "../../http/api.ts";
import type { Exchange } from "../../http/exchange.ts";
import { mountRoute } from "../../http/mount-route.ts";
import { send } from "../../http/send.ts";
import { tooMany } from "../connect-words.ts";
import { formOf } from "../form.ts";
import { type Html, html } from "../html.ts";
import { sendOn, sendPage } from "../page.ts";
import { type PageRoute, pageRoutes, type Site, visitorOf } from "../page-route.ts";
import { freshPage } from "./first-page.ts";
import { passkeyScript, passkeyScriptPath } from "./passkey-script.ts";
import {
  codePage,
  forgotPage,
  newPasswordPage,
  type PasswordToken,
  passwordSetPage,
  sentPage,
  signInPage,
} from "./sign-in-forms.ts";
import { failures, oldLink, providerFault, trustEnded, wrongCode } from "./sign-in-words.ts";
import { sitePath } from "./site-path.ts";

/** The pages for signing in, and for setting a password through a link. */
export function mountSignIn(
  server: FastifyInstance,
  api: Api,
  { signIn, joining, memberLinks }: Pick<Identity, "signIn" | "joining" | "memberLinks">,
  site: Site,
): void {
  const { ways } = signIn;
  const { origin } = new URL(site.siteUrl);
  const route: PageRoute = pageRoutes(server, api, site);
  const queryOf = ({ target }: Exchange) => new URLSearchParams(target.query);

  function show(
    exchange: Exchange,
    title: string,
    body: Html,
    status = 200,
    {
      waitSeconds,
      cookies = [],
      next = "/",
    }: { waitSeconds?: number | undefined; cookies?: readonly string[]; next?: string } = {},
  ): void {
    const headers = cookies.flatMap((cookie) => ["Set-Cookie", cookie]);
    if (waitSeconds) headers.push("Retry-After", String(waitSeconds));
    const connecting = /^\/(connect|oauth2)\//.test(next);
    sendPage(exchange, site.siteUrl, { status, title, body, headers, script: passkeyScriptPath, connecting });
  }

  function showSignIn(exchange: Exchange, next: string, failed?: SignInOutcome & { ok: false }, email = "") {
    const [status, problem] = failed ? failures[failed.why] : [200, null];
    const waitSeconds = failed?.retryAfterSeconds;
    const says = waitSeconds && failed?.why === "limited" ? tooMany(waitSeconds) : problem;
    show(exchange, "Sign in", signInPage(ways, next, says, email), status, { waitSeconds, next });
  }

  const goOn = (exchange: Exchange, path: string, cookies: readonly string[]) =>
    sendOn(exchange, origin + path, cookies);

  mountRoute(server, api, ["GET", "HEAD"], passkeyScriptPath, async (exchange) =>
    send(
      exchange,
      200,
      [
        ...["X-Request-Id", exchange.requestId, "Content-Type", "text/javascript; charset=utf-8"],
        ...["X-Content-Type-Options", "nosniff", "Cache-Control", "public, max-age=300"],
      ],
      passkeyScript,
    ),
  );

  route("GET", "/sign-in", async (exchange) => {
    const query = queryOf(exchange);
    const error = query.get("error");
    const next = sitePath(query.get("next"));
    if (error === null)
      return (await joining.isFresh())
        ? show(exchange, "Welcome", freshPage(ways, next))
        : showSignIn(exchange, next);
    const [status, problem] = providerFault(error, ways.provider ?? "The identity provider");
    show(exchange, "Sign in", signInPage(ways, next, problem), status, { next });
  });

  route("POST", "/sign-in", async (exchange) => {
    const form = await formOf(exchange);
    const [email, password] = [form.get("email") ?? "", form.get("password") ?? ""];
    const next = sitePath(form.get("next"));
    const outcome = await signIn.withPassword({ email, password, ...visitorOf(exchange, site) });
    if (!outcome.ok) return showSignIn(exchange, next, outcome, email);
    const code = `/sign-in/code?${new URLSearchParams({ next })}`;
    goOn(exchange, outcome.ok === "code" ? code : next, outcome.cookies);
  });

  route("GET", "/sign-in/code", async (exchange) => {
    const notice = wasTrusted(exchange.request.headers.cookie ?? "") ? trustEnded : null;
    const next = sitePath(queryOf(exchange).get("next"));
    show(exchange, "Enter your code", codePage(next, null, notice), 200, { next });
  });

  route("POST", "/sign-in/code", async (exchange) => {
    const form = await formOf(exchange);
    const next = sitePath(form.get("next"));
    const outcome = await signIn.withCode({ code: form.get("code") ?? "", ...visitorOf(exchange, site) });
    if (outcome.ok) return goOn(exchange, next, outcome.cookies);
    if (outcome.why === "expired") return showSignIn(exchange, next, outcome);
    const [status, problem] = failures[outcome.why];
    const says = outcome.why === "wrong" ? wrongCode : problem;
    show(exchange, "Enter your code", codePage(next, says), status, {
      waitSeconds: outcome.retryAfterSeconds,
      next,
    });
  });

  route("POST", "/sign-in/provider", async (exchange) => {
    const next = sitePath((await formOf(exchange)).get("next"));
    const outcome = await signIn.atProvider({ next, ...visitorOf(exchange, site) });
    if (typeof outcome === "object" && "location" in outcome)
      return sendOn(exchange, outcome.location, outcome.cookies);
    const [status, problem] =
      typeof outcome === "object" ? providerFault(outcome.fault, ways.provider ?? "") : failures[outcome];
    show(exchange, "Sign in", signInPage(ways, next, problem), status, { next });
  });

  if (!ways.passwords) return;

  if (ways.mail) {
    route("GET", "/sign-in/forgot", async (exchange) =>
      show(exchange, "Set a new password", forgotPage(null)),
    );
    route("POST", "/sign-in/forgot", async (exchange) => {
      const email = (await formOf(exchange)).get("email") ?? "";
      if (await signIn.sendResetLink(email, visitorOf(exchange, site)))
        return show(exchange, "Check your mail", sentPage());
      const [status, problem] = failures.limited;
      show(exchange, "Set a new password", forgotPage(problem), status);
    });
  }

  /** The token of a link to set a password, and whose link it is: the server's, or an admin's. */
  const linkIn = (fields: URLSearchParams): PasswordToken => {
    const token = fields.get("member");
    return token === null ? { by: "token", token: fields.get("token") ?? "" } : { by: "member", token };
  };

  route("GET", "/sign-in/new-password", async (exchange) =>
    show(exchange, "Set a new password", newPasswordPage(linkIn(queryOf(exchange)), null)),
  );

  route("POST", "/sign-in/new-password", async (exchange) => {
    const form = await formOf(exchange);
    const [link, password] = [linkIn(form), form.get("password") ?? ""];
    const outcome =
      link.by === "member"
        ? await memberLinks.setPassword(link.token, password)
        : await signIn.setPassword({ token: link.token, password, ...visitorOf(exchange, site) });
    if ("cookies" in outcome) return show(exchange, "Your password is set", passwordSetPage(), 200, outcome);
    if ("badPassword" in outcome)
      return show(exchange, "Set a new password", newPasswordPage(link, outcome.badPassword), 400);
    if (outcome.why === "busy")
      return show(exchange, "Set a new password", newPasswordPage(link, failures.busy[1]), failures.busy[0]);
    const [status, problem] = outcome.why === "expired" ? [400, oldLink] : failures[outcome.why];
    show(exchange, "Set a new password", html`<h1>Not set</h1><p class="problem">${problem}</p>`, status);
  });
}
