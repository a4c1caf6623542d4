import { isolateDirection } from "../../src/figures/isolate-direction.ts";
import { listed } from "../figures/number.ts";

/** The page of one's own account. */
export const account = {
  title: "Account",
  you: (email: string): string => `You are signed in as ${email}.`,
  signIn: {
    title: "Sign-in",
    says: "Your password, passkeys, the second step, and the browsers in which you are signed in.",
    open: "Password, passkeys and sessions",
  },
  assistants: {
    title: "Connected assistants",
    says: "Assistants and keys belong to an organization. Disconnect them there, under “Keys and assistants”.",
    open: "Keys and assistants",
  },
  organizations: {
    title: "Organizations",
    says: "The app shows the projects of one organization at a time.",
    name: "Name",
    role: "Role",
    members: "Members",
    since: "Since",
    acts: "Work in it",
    here: "you work in it",
    choose: "Work in it",
    chooseOf: (name: string): string => `Work in it: ${isolateDirection(name)}`,
  },
  data: {
    title: "Your data",
    says: "Everything kept of you, and of organizations without other members, as one archive.",
    holds:
      "The archive has your account and its keys without their secrets, your organizations, projects, prompts, reports, answers and drafts, as JSON Lines and Markdown.",
    apart: (names: readonly string[]): string =>
      `It does not have the projects of ${listed(names)}: others are in there too.`,
    open: "Download your data",
    under: "The archive is being made.",
  },
  deletion: {
    title: "Delete your account",
    says: "There is no way back. Download your data first if you want to keep any of it.",
    open: "Delete your account",
    ask: "Delete your account?",
    lost: (alone: readonly string[], shared: readonly string[], ownsShared: boolean): string =>
      [
        "Lost for good: your account, your keys and connected assistants.",
        alone.length > 0 &&
          `${listed(alone)} ${alone.length === 1 ? "is" : "are"} deleted too, with all projects, reports and drafts.`,
        shared.length > 0 && `What you made in ${listed(shared)} stays there without your name.`,
        ownsShared && "If you are its only owner, an admin becomes the owner, or else an editor.",
      ]
        .filter(Boolean)
        .join(" "),
    type: (phrase: string): string => `Type ${phrase}`,
    act: "Delete for good",
  },
};
