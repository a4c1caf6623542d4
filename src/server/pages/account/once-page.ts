import type { FastifyInstance } from "fastify";
import { type Identity, oncePath } from "../../auth/accounts/identity.ts";
import type { Api } from "../../http/api.ts";
import type { Exchange } from "../../http/exchange.ts";
import { html } from "../html.ts";
import { sendOn, sendPage } from "../page.ts";
import { pageRoutes, type Site, visitorOf } from "../page-route.ts";

const loopback = ["127.0.0.1", "::1", "::ffff:127.0.0.1"];

/** Signs in by a link that works once, and only in a browser on this machine. */
export function mountOncePage(
  server: FastifyInstance,
  api: Api,
  useOnceLink: Identity["useOnceLink"],
  site: Site,
): void {
  const { origin } = new URL(site.siteUrl);
  pageRoutes(server, api, site)("GET once", oncePath, async (exchange) => {
    const token = new URLSearchParams(exchange.target.query).get("token") ?? "";
    const cookies = isFromHere(exchange) ? await useOnceLink(token, visitorOf(exchange, site).from) : null;
    if (cookies) return sendOn(exchange, `${origin}/`, cookies);
    sendPage(exchange, site.siteUrl, {
      status: 410,
      title: "This link does not work",
      body: html`<h1>This link does not work</h1>
<p>It signs in once, within 15 minutes, in a browser on the machine that runs the server.</p>
<p>Start the demo again for another one, or <a href="/sign-in?next=/">sign in</a>.</p>`,
    });
  });
}

/** Behind a proxy on this machine every request would seem local; a forwarded header gives it away. */
function isFromHere({ request }: Exchange): boolean {
  const passedOn = ["x-forwarded-for", "forwarded", "via"].some((name) => name in request.headers);
  return !passedOn && loopback.includes(request.socket?.remoteAddress ?? "");
}
