import { type Html, html } from "../html.ts";

/** The fields with which somebody makes their account. `email`: theirs already, if it is known. */
export const newAccountFields = ({
  email,
  name,
  passwords,
}: {
  email: { readOnly: string } | { editable: string };
  name: string;
  passwords: boolean;
}): Html => html`${
  "readOnly" in email
    ? knownEmail(email.readOnly)
    : html`<label>Email <input type="text" inputmode="email" autocapitalize="none" spellcheck="false" name="email" value="${email.editable}" autocomplete="username" required></label>`
}
<label>Your name (optional) <input name="name" value="${name}" autocomplete="name"></label>
${
  passwords &&
  html`<label>Password <input type="password" name="password" autocomplete="new-password" minlength="8" required aria-describedby="password-hint"></label>
<p class="hint close" id="password-hint">At least 8 characters.</p>`
}`;

/** An address that cannot be changed here; password managers keep it with the password. */
export const knownEmail = (email: string): Html =>
  html`<label>Email <input type="email" value="${email}" autocomplete="username" readonly></label>`;
