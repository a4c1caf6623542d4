import type { FastifyInstance } from "fastify";
import type { Change, NewTotp, OwnAccount, Person } from "../../auth/accounts/own-account.ts";
import type { Visitor } from "../../auth/accounts/sign-in.ts";
import type { Api } from "../../http/api.ts";
import type { Exchange } from "../../http/exchange.ts";
import { formOf } from "../form.ts";
import type { Html } from "../html.ts";
import { sendOn, sendPage } from "../page.ts";
import { pageRoutes, type Site, visitorOf } from "../page-route.ts";
import { accountPage, confirmPage, totpPage } from "./account-forms.ts";
import { passkeyScriptPath } from "./passkey-script.ts";
import { failures, wrongCode } from "./sign-in-words.ts";

/** What was done, by the word in the page's address. */
const done: Record<string, string> = {
  session: "That browser is signed out.",
  sessions: "You are signed out everywhere else.",
  password: "Password changed.",
  passkey: "Passkey added.",
  "passkey-removed": "Passkey removed.",
  totp: "The second step is on.",
  "totp-off": "The second step is off.",
  "confirmation-sent": "A link is on its way to your email address. It works once, within an hour.",
  confirmed: "Your email address is confirmed.",
};

const signInAgain = "This requires a recent sign-in. Sign out, sign in again and repeat it.";
const tooManyLetters =
  "Several links were sent within a quarter of an hour. Look for them, or try again later.";
const oldConfirmation = "This link has been used, has expired or is for another account. Request a new one.";
const wrongPassword = "Incorrect password.";
const otherPerson =
  "Nothing was changed: somebody else was signed in when this page was opened. This is your account. Do it here if you meant yours.";

/** The page for a user's own account, and the changes made there. */
export function mountAccount(server: FastifyInstance, api: Api, own: OwnAccount, site: Site): void {
  const { origin } = new URL(site.siteUrl);
  const route = pageRoutes(server, api, site);

  const send = (exchange: Exchange, title: string, body: Html, status: number) =>
    sendPage(exchange, site.siteUrl, { status, title, body, script: passkeyScriptPath });

  async function show(exchange: Exchange, person: Person, problem: string | null, status = 200) {
    const word = new URLSearchParams(exchange.target.query).get("done") ?? "";
    const notice = problem === null && Object.hasOwn(done, word) ? done[word]! : null;
    const [sessions, factors] = [await own.sessions(person), await own.factors(person)];
    const confirmation = await own.confirmation(person);
    send(
      exchange,
      "Your account",
      accountPage({ person, sessions, factors, confirmation, notice, problem }),
      problem === null ? status : 400,
    );
  }

  const toSignIn = (exchange: Exchange) => sendOn(exchange, `${origin}/sign-in?next=%2Faccount%2Fsecurity`);
  const back = (exchange: Exchange, word: string, cookies: readonly string[] = []) =>
    sendOn(exchange, `${origin}/account/security?done=${word}`, cookies);

  route("GET", "/account/security", async (exchange) => {
    const person = await own.who(visitorOf(exchange, site));
    return person ? show(exchange, person, null) : toSignIn(exchange);
  });

  route("GET", "/account/confirm", async (exchange) => {
    const person = await own.who(visitorOf(exchange, site));
    const token = new URLSearchParams(exchange.target.query).get("token") ?? "";
    if (person) return send(exchange, "Confirm your email address", confirmPage(person, token), 200);
    const next = `/account/confirm?${new URLSearchParams({ token })}`;
    sendOn(exchange, `${origin}/sign-in?${new URLSearchParams({ next })}`);
  });

  /** A change that a signed-in user has requested on our page. */
  const change = (
    path: string,
    work: (submission: {
      exchange: Exchange;
      person: Person;
      form: URLSearchParams;
      visitor: Visitor;
    }) => Promise<void>,
  ) =>
    route("POST", `/account/${path}`, async (exchange) => {
      const form = await formOf(exchange);
      const visitor = visitorOf(exchange, site);
      const person = await own.who(visitor);
      if (!person) return toSignIn(exchange);
      if (!own.isOwn(person, form.get("csrf") ?? "")) return show(exchange, person, otherPerson);
      await work({ exchange, person, form, visitor });
    });

  /** Shows the outcome: on a fresh page, or beside the form. */
  async function tell(
    exchange: Exchange,
    person: Person,
    outcome: Change,
    { word, wrong }: { word: string; wrong: string },
  ): Promise<void> {
    if (outcome.ok) return back(exchange, word, outcome.cookies);
    const problems = {
      wrong,
      limited: failures.limited[1],
      busy: failures.busy[1],
      sign_in_again: signInAgain,
    };
    await show(exchange, person, problems[outcome.why]);
  }

  change("sign-out", async ({ exchange, visitor }) =>
    // Unsaved edits of the web app are not for whoever signs in next, in whatever tab.
    sendOn(exchange, `${origin}/sign-in`, await own.signOut(visitor), ["Clear-Site-Data", '"storage"']),
  );
  change("send-confirmation", async ({ exchange, person }) => {
    if (await own.sendConfirmation(person)) return back(exchange, "confirmation-sent");
    await show(exchange, person, tooManyLetters);
  });
  change("confirm", async ({ exchange, person, form }) => {
    if (await own.confirm(person, form.get("token") ?? "")) return back(exchange, "confirmed");
    await show(exchange, person, oldConfirmation);
  });
  change("end-session", async ({ exchange, person, form }) => {
    await own.endSession(person, form.get("id") ?? "");
    back(exchange, "session");
  });
  change("end-other-sessions", async ({ exchange, person }) => {
    await own.endOtherSessions(person);
    back(exchange, "sessions");
  });
  change("password", async ({ exchange, person, form, visitor }) => {
    const [current, fresh] = [form.get("current") ?? "", form.get("fresh") ?? ""];
    const outcome = await own.changePassword({ current, fresh, ...visitor });
    if ("badPassword" in outcome) return show(exchange, person, outcome.badPassword);
    await tell(exchange, person, outcome, { word: "password", wrong: wrongPassword });
  });
  change("remove-passkey", async ({ exchange, person, form, visitor }) => {
    const outcome = await own.removePasskey(form.get("id") ?? "", visitor);
    await tell(exchange, person, outcome, { word: "passkey-removed", wrong: "There is no such passkey." });
  });
  change("totp", async ({ exchange, person, form, visitor }) => {
    const outcome = await own.beginTotp(form.get("password") ?? "", visitor);
    if ("uri" in outcome)
      return send(exchange, "Set up the second step", totpPage(person, outcome, null), 200);
    await tell(exchange, person, outcome, { word: "totp", wrong: wrongPassword });
  });
  change("confirm-totp", async ({ exchange, person, form, visitor }) => {
    const outcome = await own.confirmTotp(form.get("code") ?? "", visitor);
    if (outcome.ok) return back(exchange, "totp", outcome.cookies);
    const setup = setupIn(form.get("setup") ?? "");
    const problem = outcome.why === "limited" ? failures.limited[1] : wrongCode;
    if (!setup) return show(exchange, person, problem);
    send(exchange, "Set up the second step", totpPage(person, setup, problem), 400);
  });
  change("end-totp", async ({ exchange, person, form, visitor }) => {
    const outcome = await own.endTotp(form.get("password") ?? "", visitor);
    await tell(exchange, person, outcome, { word: "totp-off", wrong: wrongPassword });
  });
}

/** The setup that the page sent along, to be shown once more after a wrong code. */
function setupIn(text: string): NewTotp | null {
  try {
    const { uri, backupCodes } = JSON.parse(text) as NewTotp;
    const isOurs = uri.startsWith("otpauth://totp/") && backupCodes.every((code) => typeof code === "string");
    return isOurs ? { uri, backupCodes } : null;
  } catch {
    return null;
  }
}
