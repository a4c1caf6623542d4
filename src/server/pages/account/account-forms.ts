import type { NewTotp, Person } from "../../auth/accounts/own-account.ts";
import { browserName } from "../../auth/accounts/sign-ins/browser-name.ts";
import { type Html, html } from "../html.ts";
import { day } from "../words.ts";

/** A browser, as the page shows it. */
export interface ShownSession {
  id: string;
  updatedAt: Date;
  ipAddress: string | null;
  userAgent: string | null;
}

export interface AccountFacts {
  person: Person;
  sessions: readonly ShownSession[];
  factors: {
    password: boolean;
    totp: boolean;
    passkeys: readonly { id: string; name: string | null; createdAt: Date | null }[];
  };
  confirmation: "confirmed" | "open" | "closed";
  /** What just happened, or what is wrong. */
  notice: string | null;
  problem: string | null;
}

const button = (person: Person, action: string, label: string, more: Html | null = null): Html =>
  html`<form method="post" action="/account/${action}">${csrf(person)}${more}<button>${label}</button></form>`;

const csrf = ({ csrf }: Person): Html => html`<input type="hidden" name="csrf" value="${csrf}">`;

const idOf = (id: string): Html => html`<input type="hidden" name="id" value="${id}">`;

const passwordField = (label: string, name: string, complete: string): Html =>
  html`<label>${label} <input type="password" name="${name}" autocomplete="${complete}" required></label>`;

/** The page for a user's own account. */
export function accountPage(facts: AccountFacts): Html {
  const { person, notice, problem, factors } = facts;
  return html`<h1>Your account</h1>
<p>You are signed in as <strong>${person.email}</strong>. <a href="/account">Your organizations</a></p>
${notice !== null && html`<p role="status">${notice}</p>`}
${problem !== null && html`<p class="problem" role="alert">${problem}</p>`}
${unconfirmed(facts)}
${button(person, "sign-out", "Sign out")}
<h2>Where you are signed in</h2>
${sessionList(facts)}
${
  factors.password &&
  html`<h2>Password</h2>
<form method="post" action="/account/password">${csrf(person)}
${passwordField("Current password", "current", "current-password")}
<label>New password <input type="password" name="fresh" autocomplete="new-password" minlength="8" required></label>
<button>Change password</button>
</form>
<p class="hint">Changing it signs you out everywhere else.</p>`
}
<h2>Passkeys</h2>
${passkeyList(facts)}
${factors.password && html`<h2>Second step</h2>${secondStep(facts)}`}`;
}

function unconfirmed({ person, confirmation }: AccountFacts): Html | null {
  if (confirmation === "confirmed") return null;
  if (confirmation === "closed")
    return html`<p>Your email address is not confirmed. Whoever runs this server can confirm it.</p>`;
  return html`<p>Your email address is not confirmed.</p>
${button(person, "send-confirmation", "Send a link to confirm it")}`;
}

/** The page that a link to confirm an address opens. */
export const confirmPage = (person: Person, token: string): Html => html`<h1>Confirm your email address</h1>
<p>You are signed in as <strong>${person.email}</strong>.</p>
<form method="post" action="/account/confirm">${csrf(person)}<input type="hidden" name="token" value="${token}">
<button class="prime">This is my address</button></form>`;

function sessionList({ person, sessions }: AccountFacts): Html {
  const rows = sessions.map(
    ({
      id,
      updatedAt,
      ipAddress,
      userAgent,
    }) => html`<li>${browserName(userAgent)}${ipAddress && html` at ${ipAddress}`}, last seen ${day(updatedAt.toISOString())}
${id === person.sessionId ? html`<strong>(this browser)</strong>` : button(person, "end-session", "Sign it out", idOf(id))}</li>`,
  );
  return html`<ul class="plain">${rows}</ul>
${sessions.length > 1 && button(person, "end-other-sessions", "Sign out everywhere else")}`;
}

function passkeyList({ person, factors: { passkeys } }: AccountFacts): Html {
  const rows = passkeys.map(
    ({
      id,
      name,
      createdAt,
    }) => html`<li>${name ?? "Passkey"}${createdAt && html`, added ${day(createdAt.toISOString())}`}
${button(person, "remove-passkey", "Remove", idOf(id))}</li>`,
  );
  return html`<p>A passkey signs you in with your fingerprint, face or screen lock, without a password.</p>
${rows.length > 0 && html`<ul class="plain">${rows}</ul>`}
<div hidden><label>Name <input data-passkey-name placeholder="My laptop"></label>
<button type="button" data-passkey="add" data-next="/account/security?done=passkey">Add a passkey</button></div>
<p data-passkey-problem role="alert"></p>`;
}

function secondStep({ person, factors: { totp } }: AccountFacts): Html {
  const says = totp
    ? "On. After your password you enter a code from your authenticator app."
    : "Off. Turn it on to be asked for a code from your authenticator app after your password.";
  return html`<p>${says}</p>
<form method="post" action="/account/${totp ? "end-totp" : "totp"}">${csrf(person)}
${passwordField("Your password", "password", "current-password")}
<button>${totp ? "Turn it off" : "Set it up"}</button>
</form>`;
}

/** The page for setting up an authenticator app. */
export function totpPage(person: Person, { uri, backupCodes }: NewTotp, problem: string | null): Html {
  const secret = new URL(uri).searchParams.get("secret") ?? "";
  return html`<h1>Set up the second step</h1>
${problem !== null && html`<p class="problem" role="alert">${problem}</p>`}
<ol>
<li>Add this key to your authenticator app: <code>${secret}</code>, or <a href="${uri}">open it in the app on this device</a>.</li>
<li>Keep these backup codes where you can find them without your phone. Each works once:
<pre>${backupCodes.join("\n")}</pre></li>
<li>Enter the six digits that the app shows.</li>
</ol>
<form method="post" action="/account/confirm-totp">${csrf(person)}
<input type="hidden" name="setup" value="${JSON.stringify({ uri, backupCodes })}">
<label>Code <input name="code" inputmode="numeric" autocomplete="one-time-code" required autofocus></label>
<button class="prime">Turn it on</button>
</form>`;
}
