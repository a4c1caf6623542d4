import type { SignIn } from "../../auth/accounts/sign-in.ts";
import { type Html, html } from "../html.ts";

const alert = (problem: string | null): Html | null =>
  problem === null ? null : html`<p class="problem" role="alert">${problem}</p>`;

const hidden = (name: string, value: string): Html =>
  html`<input type="hidden" name="${name}" value="${value}">`;

/** The ways to sign in besides a password; `next`: where they lead. */
export function otherWays({ provider }: SignIn["ways"], next: string): Html {
  return html`${
    provider !== null &&
    html`<form method="post" action="/sign-in/provider">${hidden("next", next)}
<button class="wide">Sign in with ${provider}</button></form>`
  }
<div hidden><button type="button" class="wide" data-passkey="use" data-next="${next}">Sign in with a passkey</button></div>
<p data-passkey-problem role="alert"></p>`;
}

/** What to do about a forgotten password. */
export const forgotten = ({ mail }: SignIn["ways"]): Html =>
  mail
    ? html`<p class="hint"><a href="/sign-in/forgot">Forgot your password?</a></p>`
    : html`<p class="hint">Forgot your password? An admin of your organization or the server administrator can create a link for a new one.</p>`;

export function signInPage(ways: SignIn["ways"], next: string, problem: string | null, email = ""): Html {
  return html`<h1>Sign in to Overheard</h1>
${alert(problem)}
${
  ways.passwords &&
  html`<form method="post" action="/sign-in">
${hidden("next", next)}
<label>Email <input type="text" inputmode="email" autocapitalize="none" spellcheck="false" name="email" value="${email}" autocomplete="username webauthn" required></label>
<label>Password <input type="password" name="password" autocomplete="current-password" required></label>
<button class="prime wide">Sign in</button>
</form>`
}
${otherWays(ways, next)}
${ways.passwords && forgotten(ways)}`;
}

export const codePage = (
  next: string,
  problem: string | null,
  notice: string | null = null,
): Html => html`<h1>Enter your code</h1>
${notice !== null && html`<p>${notice}</p>`}
<p>Open your authenticator app and enter the six-digit code for Overheard, or one of your backup codes.</p>
${alert(problem)}
<form method="post" action="/sign-in/code">
${hidden("next", next)}
<label>Code <input name="code" inputmode="text" autocomplete="one-time-code" required autofocus></label>
<button class="prime wide">Sign in</button>
</form>
<p class="hint">No app and no codes left? The server administrator can turn off the second step.</p>`;

export const forgotPage = (problem: string | null): Html => html`<h1>Set a new password</h1>
<p>Enter your email address, and you will get a link.</p>
${alert(problem)}
<form method="post" action="/sign-in/forgot">
<label>Email <input type="text" inputmode="email" autocapitalize="none" spellcheck="false" name="email" autocomplete="username" required autofocus></label>
<button class="prime wide">Send the link</button>
</form>`;

export const sentPage = (): Html => html`<h1>Check your mail</h1>
<p>If there is an account with this address, a link is on its way. It works once, within an hour.</p>`;

/** The token of a link to set a password, under the name by which links and forms carry it. */
export interface PasswordToken {
  by: "token" | "member";
  token: string;
}

export const newPasswordPage = (
  { by, token }: PasswordToken,
  problem: string | null,
): Html => html`<h1>Set a new password</h1>
${alert(problem)}
<form method="post" action="/sign-in/new-password">
${hidden(by, token)}
<label>New password <input type="password" name="password" autocomplete="new-password" minlength="8" required autofocus></label>
<button class="prime wide">Set password</button>
</form>
<p class="hint">At least 8 characters. Setting it signs you out everywhere.</p>`;

export const passwordSetPage = (): Html => html`<h1>Your password is set</h1>
<p><a href="/sign-in">Sign in</a> with it.</p>`;
