import type { FastifyInstance } from "fastify";
import type { Api } from "../http/api.ts";
import type { Exchange } from "../http/exchange.ts";
import { mountRoute } from "../http/mount-route.ts";
import { type Html, html } from "./html.ts";
import { sendPage } from "./page.ts";

/** What the token of a letter ends. */
export interface Unsubscribing {
  /** What is sent, in words with whose it is; undefined for a token that is none of ours, or of nothing any more. */
  find(token: string): Promise<{ what: string; of: string; active: boolean } | undefined>;
  /** Ends it; whether or not it had ended already. */
  end(token: string): Promise<void>;
}

const folder = "/unsubscribe/";

/**
 * The page that a letter's link opens. Looking at it changes nothing, since mail programs follow links to look at what is behind them;
 * a POST ends the letters at once (RFC 8058), from wherever it comes: the token is all that it takes.
 */
export function mountUnsubscribing(
  server: FastifyInstance,
  api: Api,
  { find, end }: Unsubscribing,
  { siteUrl }: { siteUrl: string },
): void {
  const tokenIn = ({ target }: Exchange) => target.path.slice(folder.length);
  const show = (exchange: Exchange, title: string, body: Html, status = 200) =>
    sendPage(exchange, siteUrl, { status, title, body, headers: ["X-Robots-Tag", "noindex, nofollow"] });
  const missing = (exchange: Exchange) =>
    show(
      exchange,
      "This link does not work",
      html`<h1>This link does not work</h1>
<p>It may be incomplete, or what it ends is gone. Nothing more is sent of what was deleted.</p>`,
      404,
    );

  mountRoute(server, api, ["GET", "HEAD"], `${folder}*`, async (exchange) => {
    const subscription = await find(tokenIn(exchange));
    if (!subscription) return missing(exchange);
    if (!subscription.active) return show(exchange, "Unsubscribed", confirmationOf(subscription));
    show(
      exchange,
      "Unsubscribe",
      html`<h1>Unsubscribe</h1>
<p>You get ${subscription.what} of <bdi><strong>${subscription.of}</strong></bdi>.</p>
<form method="post"><input type="hidden" name="List-Unsubscribe" value="One-Click"><button class="prime wide">Unsubscribe</button></form>`,
    );
  });
  mountRoute(server, api, ["POST"], `${folder}*`, async (exchange) => {
    const token = tokenIn(exchange);
    const subscription = await find(token);
    if (!subscription) return missing(exchange);
    await end(token);
    show(exchange, "Unsubscribed", confirmationOf(subscription));
  });
}

const confirmationOf = ({ what, of }: { what: string; of: string }): Html =>
  html`<h1>You are unsubscribed</h1>
<p>You no longer get ${what} of <bdi><strong>${of}</strong></bdi>.</p>`;
