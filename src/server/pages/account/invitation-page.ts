import type { FastifyInstance } from "fastify";
import type { AnyAction } from "../../api/action.ts";
import type { Ports } from "../../api/context.ts";
import { perform } from "../../api/perform.ts";
import type { Joining } from "../../auth/accounts/joining.ts";
import type { OwnAccount, Person } from "../../auth/accounts/own-account.ts";
import type { SignIn, Visitor } from "../../auth/accounts/sign-in.ts";
import type { Api } from "../../http/api.ts";
import type { Exchange } from "../../http/exchange.ts";
import type { CallOptions } from "../../http/request/call.ts";
import { Problem } from "../../kernel/problem.ts";
import { tooMany } from "../connect-words.ts";
import { formOf } from "../form.ts";
import type { Html } from "../html.ts";
import { sendOn, sendPage } from "../page.ts";
import { pageRoutes, type Site, visitorOf } from "../page-route.ts";
import {
  closedBecause,
  closedPage,
  entrancePage,
  isFor,
  joinPage,
  memberPage,
  type ShownInvitation,
} from "./invitation-forms.ts";
import { passkeyScriptPath } from "./passkey-script.ts";
import { cookiesToSend } from "./set-cookies.ts";
import { failures } from "./sign-in-words.ts";

/** A problem that the page at a path can show as well. */
const onPage =
  (path: string) =>
  (error: unknown): string => {
    if (error instanceof Problem) return path;
    throw error;
  };

export interface InvitationPageParts {
  own: OwnAccount;
  ways: SignIn["ways"];
  joining: Joining;
  /** Does what the button says. */
  accept: AnyAction;
  /** Makes the organization the one that they work in. */
  choose: AnyAction;
  /** Says which project comes first. */
  listProjects: AnyAction;
  ports: Ports;
  authenticate: CallOptions["authenticate"];
  find(token: string): Promise<ShownInvitation | undefined>;
  /** Whether an account, by its own id, is in an organization. */
  isIn(accountId: string, organizationId: string): Promise<boolean>;
  now(): Date;
}

/** The page that an invitation's link opens: the invited person makes an account or signs in, and joins. */
export function mountInvitations(
  server: FastifyInstance,
  api: Api,
  parts: InvitationPageParts,
  site: Site,
): void {
  const { own, ways, joining, accept, choose, listProjects, ports, authenticate, find, isIn, now } = parts;
  const { origin } = new URL(site.siteUrl);
  const route = pageRoutes(server, api, site);
  const tokenIn = ({ target }: Exchange) => target.path.split("/")[2] ?? "";
  const pathOf = (token: string) => `/invitations/${token}`;

  function show(exchange: Exchange, title: string, body: Html, status = 200, waitSeconds?: number) {
    const headers = waitSeconds ? ["Retry-After", String(waitSeconds)] : [];
    sendPage(exchange, site.siteUrl, { status, title, body, headers, script: passkeyScriptPath });
  }

  /** The page in its present state, with what was wrong with a form. */
  async function showState(
    exchange: Exchange,
    token: string,
    fault?: { status: number; problem: string; name: string; waitSeconds?: number | undefined },
  ): Promise<void> {
    const invitation = await find(token);
    const person = await own.who(visitorOf(exchange, site));
    if (invitation && person && (await hasJoined(person, invitation)))
      return show(exchange, "You are in", memberPage(invitation));
    const why = closedBecause(invitation, now());
    if (!invitation || why !== null) {
      const mayBeTheirs = !person && (invitation?.acceptedAt ?? null) !== null;
      return show(exchange, "This link does not work", closedPage(why ?? "", mayBeTheirs), 410);
    }
    const path = pathOf(token);
    if (person) return show(exchange, "Join an organization", joinPage(invitation, person, path));
    const hasAccount = await joining.hasAccount(invitation.email);
    const typed = { name: fault?.name ?? "", problem: fault?.problem ?? null };
    const needsProvider = joining.needsProvider(invitation.email);
    const body = entrancePage(invitation, { ways, hasAccount, needsProvider, path, ...typed });
    show(exchange, "Join an organization", body, fault?.status, fault?.waitSeconds);
  }

  /** Whether the invited person, and not somebody who invites, is in the organization. */
  const hasJoined = async (person: Person, invitation: ShownInvitation): Promise<boolean> =>
    isFor(invitation, person) && isIn(person.accountId, invitation.organizationId);

  /** Where it has been accepted, nobody makes an account by it; a form that was sent twice still signs in. */
  const mayEnter = async (invitation: ShownInvitation): Promise<boolean> =>
    invitation.acceptedAt !== null
      ? joining.hasAccount(invitation.email)
      : closedBecause(invitation, now()) === null;

  /** Does an action as the person of a session. */
  const does = (
    exchange: Exchange,
    action: AnyAction,
    by: { visitor: Visitor; jwt: string; organizationId: string | null },
    input: Record<string, unknown>,
  ) =>
    perform(action, ports, {
      door: "page",
      source: by.visitor.from,
      requestId: exchange.requestId,
      authenticate: () => authenticate([`Bearer ${by.jwt}`], by.organizationId),
      raw: async () => input,
      idempotencyKey: null,
      waitSeconds: null,
      signal: exchange.controller.signal,
    });

  /** The first project that the person is shown in the organization. */
  async function firstPath(exchange: Exchange, visitor: Visitor, jwt: string, organizationId: string) {
    const outcome = await does(exchange, listProjects, { visitor, jwt, organizationId }, { limit: 1 });
    const [project] = outcome.ok ? (outcome.data as { id: string }[]) : [];
    return project ? `/projects/${project.id}` : "/";
  }

  /** Accepts it; returns the path to go on to. Throws the problem of accepting. */
  async function join(exchange: Exchange, token: string, visitor: Visitor, person: Person): Promise<string> {
    const jwt = await own.token(visitor);
    if (jwt === null) return pathOf(token);
    const outcome = await does(exchange, accept, { visitor, jwt, organizationId: null }, { token });
    if (outcome.ok) {
      const { organization_id: organizationId } = outcome.data as { organization_id: string };
      await does(exchange, choose, { visitor, jwt, organizationId: null }, { organizationId });
      return firstPath(exchange, visitor, jwt, organizationId);
    }
    // The same form was sent twice, or from two tabs.
    const invitation = await find(token);
    if (invitation && (await hasJoined(person, invitation)))
      return firstPath(exchange, visitor, jwt, invitation.organizationId);
    throw outcome.problem;
  }

  route("GET", "/invitations/:token", (exchange) => showState(exchange, tokenIn(exchange)));

  route("POST", "/invitations/:token", async (exchange) => {
    const token = tokenIn(exchange);
    const form = await formOf(exchange);
    const visitor = visitorOf(exchange, site);
    const person = await own.who(visitor);
    // Somebody else is signed in by now, or nobody: the page says who.
    if (!person || !own.isOwn(person, form.get("csrf") ?? ""))
      return sendOn(exchange, origin + pathOf(token));
    sendOn(exchange, origin + (await join(exchange, token, visitor, person)));
  });

  route("POST", "/invitations/:token/account", async (exchange) => {
    const token = tokenIn(exchange);
    const form = await formOf(exchange);
    const [name, password] = [form.get("name") ?? "", form.get("password") ?? ""];
    const invitation = await find(token);
    if (!invitation || !ways.passwords || !(await mayEnter(invitation))) return showState(exchange, token);
    const visitor = visitorOf(exchange, site);
    const outcome = await joining.enter({
      email: invitation.email,
      name,
      password,
      organization: invitation.organization,
      ...visitor,
    });
    if (outcome.ok === "code") {
      const next = new URLSearchParams({ next: pathOf(token) });
      return sendOn(exchange, `${origin}/sign-in/code?${next}`, outcome.cookies);
    }
    if (outcome.ok) {
      const signedIn = { ...visitor, cookie: cookiesToSend(visitor.cookie, outcome.cookies) };
      const person = await own.who(signedIn);
      // Signed in they are all the same: the page, or its button, says what is wrong.
      const path = person && (await join(exchange, token, signedIn, person).catch(onPage(pathOf(token))));
      return sendOn(exchange, origin + (path ?? pathOf(token)), outcome.cookies);
    }
    if (outcome.why === "refused")
      return showState(exchange, token, { status: 400, problem: outcome.says, name });
    const { retryAfterSeconds: waitSeconds } = outcome;
    const [status, problem] = outcome.why === "wrong" ? [401, "Incorrect password."] : failures[outcome.why];
    await showState(exchange, token, {
      ...{ status, name, waitSeconds },
      problem: waitSeconds && outcome.why === "limited" ? tooMany(waitSeconds) : problem,
    });
  });

  route("POST", "/invitations/:token/switch", async (exchange) => {
    const form = await formOf(exchange);
    const visitor = visitorOf(exchange, site);
    const person = await own.who(visitor);
    const back = origin + pathOf(tokenIn(exchange));
    if (!person || !own.isOwn(person, form.get("csrf") ?? "")) return sendOn(exchange, back);
    // Unsaved edits of the web app are not for whoever signs in next, in whatever tab.
    sendOn(exchange, back, await own.signOut(visitor), ["Clear-Site-Data", '"storage"']);
  });
}
