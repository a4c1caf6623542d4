import type { Person } from "../../auth/accounts/own-account.ts";
import type { SignIn } from "../../auth/accounts/sign-in.ts";
import type { Role } from "../../kernel/role.ts";
import { type Html, html } from "../html.ts";
import { day } from "../words.ts";
import { knownEmail, newAccountFields } from "./new-account-fields.ts";
import { forgotten, otherWays } from "./sign-in-forms.ts";

/** An invitation as its page shows it; times in RFC 3339. */
export interface ShownInvitation {
  organizationId: string;
  organization: string;
  /** The invited address, in lower case. */
  email: string;
  /** The address of the person who invited. */
  invitedBy: string | null;
  role: Role;
  /** Names of the client workspaces that it is limited to; null: all of the organization. */
  workspaces: readonly string[] | null;
  expiresAt: string;
  acceptedAt: string | null;
  /** False if the person who invited may not invite for this role any more. */
  offered: boolean;
}

const roleWords: Record<Role, string> = {
  viewer: "Viewer: you can read its reports.",
  editor: "Editor: you can run analyses, write and publish.",
  admin: "Admin: you can do everything in it, and invite others.",
  owner: "Owner: you become one of its owners.",
};

/** Why an invitation can no longer be accepted; null if it can. */
export function closedBecause(invitation: ShownInvitation | undefined, now: Date): string | null {
  if (!invitation)
    return "The link may have been cut off: open the whole of it. Otherwise the invitation was taken back or replaced by a newer one, or its organization was deleted.";
  if (invitation.acceptedAt !== null) return "This invitation has been accepted. It works once.";
  if (new Date(invitation.expiresAt) <= now)
    return `This invitation expired on ${day(invitation.expiresAt)}.`;
  return invitation.offered ? null : "The person who invited you can no longer give this role.";
}

/** `mayBeTheirs`: nobody is signed in, and it may be the visitor who has accepted it. */
export const closedPage = (why: string, mayBeTheirs: boolean): Html => html`<h1>This link does not work</h1>
<p class="problem">${why}</p>
<p>${
  mayBeTheirs
    ? html`If you accepted it, <a href="/sign-in?next=%2F">sign in</a>. Otherwise ask the person who invited you for a new one.`
    : html`Ask the person who invited you for a new one, or <a href="/">open Overheard</a>.`
}</p>`;

export const memberPage = ({ organization }: ShownInvitation): Html =>
  html`<h1>You are in <bdi>${organization}</bdi></h1>
<p>You have accepted this invitation.</p>
<p><a href="/">Open Overheard</a></p>`;

const facts = ({ organization, invitedBy, role, workspaces, expiresAt }: ShownInvitation): Html =>
  html`<h1>Join <bdi>${organization}</bdi></h1>
<p>${
    invitedBy === null
      ? "You are invited to this organization"
      : html`<bdi><strong>${invitedBy}</strong></bdi> invites you to this organization`
  } in Overheard, which measures what AI assistants say about brands.</p>
<dl class="facts">
<div><dt>Your role</dt><dd>${roleWords[role]}</dd></div>
<div><dt>You see</dt><dd>${reach(workspaces)}</dd></div>
<div><dt>Open until</dt><dd>${day(expiresAt)}</dd></div>
</dl>`;

function reach(workspaces: ShownInvitation["workspaces"]): Html {
  if (workspaces === null) return html`All of its projects`;
  if (workspaces.length === 0) return html`No client yet`;
  const names = workspaces.map((name, at) => html`${at > 0 && ", "}<bdi>${name}</bdi>`);
  return html`The projects of ${names}`;
}

const alert = (problem: string | null): Html | null =>
  problem === null ? null : html`<p class="problem" role="alert">${problem}</p>`;

/** For a visitor who is not signed in. */
export interface Entrance {
  ways: SignIn["ways"];
  /** Whether the invited address has an account. */
  hasAccount: boolean;
  /** Whether an account for it is made by the provider's sign-in alone. */
  needsProvider: boolean;
  /** The page's own path. */
  path: string;
  /** What was typed before. */
  name: string;
  problem: string | null;
}

export function entrancePage(
  invitation: ShownInvitation,
  { ways, hasAccount, needsProvider, path, name, problem }: Entrance,
): Html {
  const { email } = invitation;
  const byPassword = ways.passwords && (hasAccount || !needsProvider);
  const or = byPassword && ways.provider !== null && html`<p class="or">or</p>`;
  if (hasAccount)
    return html`${facts(invitation)}
<p>You have an account with this address. Sign in to join.</p>
${alert(problem)}
${
  byPassword &&
  html`<form method="post" action="${path}/account">${knownEmail(email)}
<label>Password <input type="password" name="password" autocomplete="current-password" required></label>
<button class="prime wide">Sign in and join</button></form>`
}
${or}${otherWays(ways, path)}
${byPassword && forgotten(ways)}`;
  return html`${facts(invitation)}
${alert(problem)}
${
  byPassword
    ? html`<form method="post" action="${path}/account">
${newAccountFields({ email: { readOnly: email }, name, passwords: true })}
<button class="prime wide">Create account and join</button></form>`
    : html`<p>Sign in with <strong>${email}</strong> to join.</p>`
}
${ways.provider !== null && html`${or}${otherWays(ways, path)}`}`;
}

/** Whether somebody is the one who is invited. */
export const isFor = (invitation: ShownInvitation, { email }: Person): boolean =>
  email.toLowerCase() === invitation.email;

/** For somebody who is signed in. */
export function joinPage(invitation: ShownInvitation, person: Person, path: string): Html {
  const { email, csrf } = person;
  const token = html`<input type="hidden" name="csrf" value="${csrf}">`;
  if (isFor(invitation, person))
    return html`${facts(invitation)}
<form method="post" action="${path}">${token}<button class="prime wide">Join</button></form>
<p class="hint">You are signed in as <strong>${email}</strong>. What you own stays yours.</p>`;
  return html`${facts(invitation)}
<p class="problem">You are signed in as <strong>${email}</strong>. This invitation is for <strong>${invitation.email}</strong>.</p>
<form method="post" action="${path}/switch">${token}<button class="prime wide">Switch account</button></form>
<p class="hint">It signs you out in this browser and returns to this page. Or <a href="/">stay signed in</a> and leave the invitation open.</p>`;
}
