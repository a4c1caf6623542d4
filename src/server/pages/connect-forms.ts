import type { SignIn } from "../auth/accounts/sign-in.ts";
import type { Asked, SignedIn } from "../auth/oauth/consent.ts";
import { isLoopback } from "../outbound/loopback.ts";
import { forgotten, otherWays } from "./account/sign-in-forms.ts";
import { noneInPlan } from "./connect-words.ts";
import { type Html, html } from "./html.ts";
import { scopeWords } from "./scope-words.ts";

/** The sign-in form; after a failure, with what went wrong and the address that was entered. */
export function signInForm(
  request: Asked,
  { query, ways, next }: { query: string; ways: SignIn["ways"]; next: string },
  problem: string | null,
  email = "",
): Html {
  return html`<h1>Sign in to Overheard</h1>
<p>Sign in to connect ${nameOf(request)}. It gets no access yet.</p>
${alert(problem)}
${
  ways.passwords &&
  html`<form method="post" action="/connect/sign-in">
<input type="hidden" name="query" value="${query}">
<label>Email <input type="text" inputmode="email" autocapitalize="none" spellcheck="false" name="email" value="${email}" autocomplete="username webauthn" required ${flag("autofocus", email === "")}></label>
<label>Password <input type="password" name="password" autocomplete="current-password" required ${flag("autofocus", email !== "")}></label>
<button class="prime wide">Sign in</button>
</form>`
}
${otherWays(ways, next)}
${ways.passwords && forgotten(ways)}`;
}

/** The form to allow or deny. What the client asks for is preselected; everything else is offered. */
export function consentForm(
  request: Asked,
  { email, organizations, letsIn, csrf }: SignedIn,
  query: string,
  problem: string | null,
  organizationId: string,
): Html {
  const others = Object.keys(scopeWords).filter((scope) => !request.scopes.includes(scope));
  return html`<h1>Connect ${nameOf(request)} to your Overheard account?</h1>
${alert(problem ?? (letsIn ? null : noneInPlan))}
<form method="post" action="/connect/consent">
<input type="hidden" name="query" value="${query}">
<input type="hidden" name="csrf" value="${csrf}">
${letsIn && letInto(organizations, organizationId)}
<fieldset><legend>It wants to</legend>${request.scopes.map((scope) => choice(scope, problem === null))}</fieldset>
${others.length > 0 && html`<fieldset><legend>You can also let it</legend>${others.map((scope) => choice(scope, false))}</fieldset>`}
<p>${request.clientName !== null && html`It chose its name itself: “<bdi>${request.clientName}</bdi>”. `}You will be sent back to
<strong>${destination(request.redirectUri)}</strong>. Continue only if you have just started this there.</p>
<p>You are signed in as <strong>${email}</strong>. <a href="${otherAccount(query)}">Use another account</a></p>
<p class="pair">${letsIn && html`<button class="prime" name="decision" value="allow">Allow</button>`}
<button name="decision" value="deny">Deny</button></p>
</form>`;
}

export const notConnected = (why: string): Html => html`<h1>Not connected</h1><p class="problem">${why}</p>`;

/** Where a form may finally lead: browsers check this for every address on the way. */
export function formTarget(redirectUri: string): string {
  const { protocol, origin } = new URL(redirectUri);
  return protocol === "https:" || protocol === "http:" ? origin : protocol;
}

/** In which organization: the one that the person chose last, unless they say otherwise here. */
function letInto(organizations: SignedIn["organizations"], organizationId: string): Html {
  const [first] = organizations;
  if (!first) return html``;
  const preferred =
    organizations.find(({ id }) => id === organizationId) ??
    organizations.find(({ isCurrent }) => isCurrent) ??
    first;
  const selected = preferred.letsIn ? preferred : (organizations.find(({ letsIn }) => letsIn) ?? preferred);
  if (organizations.length === 1)
    return html`<input type="hidden" name="organization" value="${first.id}">
<p>It gets into <strong><bdi>${first.name}</bdi></strong>.</p>`;
  return html`<label>It gets into <select name="organization">${organizations.map(
    ({ id, name, letsIn }) =>
      html`<option value="${id}" ${flag("selected", id === selected.id)}${flag(" disabled", !letsIn)}>${name}${letsIn ? "" : " (its plan has no assistants)"}</option>`,
  )}</select></label>`;
}

/** The name in its own marks, which set it apart from the sentence around it; no longer than a line. */
const nameOf = ({ clientName }: Asked): Html =>
  clientName === null
    ? html`an assistant without a name`
    : html`<strong class="name">“<bdi>${clientName}</bdi>”</strong>`;

const alert = (problem: string | null): Html | null =>
  problem === null ? null : html`<p class="problem" role="alert">${problem}</p>`;

const flag = (name: string, on: boolean): Html => ({ markup: on ? name : "" });

const choice = (scope: string, checked: boolean): Html =>
  html`<label><input type="checkbox" name="scope" value="${scope}" ${flag("checked", checked)}> <span>${scopeWords[scope] ?? scope}</span></label>`;

/** Where the answer goes, in a person's words. */
function destination(redirectUri: string): string {
  const { protocol, hostname, host } = new URL(redirectUri);
  if (isLoopback(hostname)) return `a program on this computer (${host})`;
  return protocol === "https:" ? host : `the app on this computer that opens ${protocol} addresses`;
}

/** The same request with a new sign-in. */
function otherAccount(query: string): string {
  const again = new URLSearchParams(query);
  again.set("prompt", "login");
  return `/oauth2/authorize?${again}`;
}
