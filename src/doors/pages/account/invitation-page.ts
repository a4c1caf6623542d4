import type { FastifyInstance } from "fastify";
import type { OwnAccount, Person } from "../../../auth/accounts/own-account.ts";
import type { Role } from "../../../kernel/access/role.ts";
import type { AnyAction } from "../../../kernel/action.ts";
import type { Ports } from "../../../kernel/context.ts";
import { perform } from "../../../kernel/perform.ts";
import type { Api } from "../../rest/api.ts";
import type { Exchange } from "../../rest/exchange.ts";
import type { CallOptions } from "../../rest/request/call.ts";
import { formOf } from "../form.ts";
import { type Html, html } from "../html.ts";
import { sendOn, sendPage } from "../page.ts";
import { pageRoutes, type Site, visitorOf } from "../page-route.ts";
import { day } from "../words.ts";

/** An invitation as its page shows it; times in RFC 3339. */
export interface ShownInvitation {
  organization: string;
  /** The invited address, in lower case. */
  email: string;
  role: Role;
  expiresAt: string;
  acceptedAt: string | null;
}

export interface InvitationPageParts {
  own: OwnAccount;
  /** Does what the button says. */
  accept: AnyAction;
  ports: Ports;
  authenticate: CallOptions["authenticate"];
  find(token: string): Promise<ShownInvitation | undefined>;
  now(): Date;
}

const roleWords: Record<Role, string> = {
  viewer: "You can read its reports.",
  editor: "You can run analyses, write and publish in it.",
  admin: "You can do everything in it, and invite others.",
  owner: "You become one of its owners.",
};

/** The page that an invitation's link opens: the invited person signs in and joins. */
export function mountInvitations(
  server: FastifyInstance,
  api: Api,
  parts: InvitationPageParts,
  site: Site,
): void {
  const { own, accept, ports, authenticate, find, now } = parts;
  const { origin } = new URL(site.siteUrl);
  const route = pageRoutes(server, api, site);
  const tokenIn = ({ target }: Exchange) => target.path.split("/").at(-1) ?? "";
  const show = (exchange: Exchange, title: string, body: Html, status = 200) =>
    sendPage(exchange, site.siteUrl, { status, title, body });

  route("GET", "/invitations/:token", async (exchange) => {
    const token = tokenIn(exchange);
    const found = await find(token);
    const why = closed(found, now());
    if (!found || why) return show(exchange, "This link does not work", brokenPage(why), 410);
    const person = await own.who(visitorOf(exchange, site));
    if (!person)
      return sendOn(exchange, `${origin}/sign-in?${new URLSearchParams({ next: `/invitations/${token}` })}`);
    show(exchange, "Join an organization", joinPage(found, person, token));
  });

  route("POST", "/invitations/:token", async (exchange) => {
    const token = tokenIn(exchange);
    const form = await formOf(exchange);
    const visitor = visitorOf(exchange, site);
    const person = await own.who(visitor);
    const jwt = person && own.isOwn(person, form.get("csrf") ?? "") ? await own.token(visitor) : null;
    if (jwt === null)
      return sendOn(exchange, `${origin}/sign-in?${new URLSearchParams({ next: `/invitations/${token}` })}`);
    const outcome = await perform(accept, ports, {
      door: "page",
      source: visitor.from,
      requestId: exchange.requestId,
      authenticate: () => authenticate([`Bearer ${jwt}`], null),
      raw: async () => ({ token }),
      idempotencyKey: null,
      waitSeconds: null,
      signal: exchange.ended.signal,
    });
    if (!outcome.ok) throw outcome.problem;
    const { organization_id } = outcome.data as { organization_id: string };
    // From here on it is the organization that they used last.
    await authenticate([`Bearer ${jwt}`], organization_id);
    show(exchange, "You are in", joinedPage());
  });
}

/** Why it can no longer be accepted; null if it can. */
function closed(found: ShownInvitation | undefined, now: Date): string | null {
  if (!found) return "This invitation does not exist, or was taken back.";
  if (found.acceptedAt !== null) return "This invitation was already accepted.";
  return new Date(found.expiresAt) <= now ? "This invitation has expired." : null;
}

const brokenPage = (why: string | null): Html => html`<h1>This link does not work</h1>
<p class="problem">${why}</p>
<p>Ask the person who invited you for a new one, or <a href="/">open Overheard</a>.</p>`;

function joinPage(invitation: ShownInvitation, { email, csrf }: Person, token: string): Html {
  const { organization, email: invited, role, expiresAt } = invitation;
  const isTheirs = email.toLowerCase() === invited;
  return html`<h1>Join <bdi>${organization}</bdi></h1>
<p>You are signed in as <strong>${email}</strong>.</p>
${
  isTheirs
    ? html`<p>${roleWords[role]} What you own stays yours. The invitation is open until ${day(expiresAt)}.</p>
<form method="post" action="/invitations/${token}"><input type="hidden" name="csrf" value="${csrf}">
<button class="prime">Join</button></form>`
    : html`<p class="problem">This invitation is for another address. Sign in with that one.</p>
<form method="post" action="/account/sign-out"><input type="hidden" name="csrf" value="${csrf}"><button>Sign out</button></form>`
}`;
}

const joinedPage = (): Html => html`<h1>You are in</h1>
<p>You have joined the organization. <a href="/">Open Overheard</a>.</p>`;
