import { readFileSync } from "node:fs";

const [least, most] = [8, 128];

/** Why a password cannot be set: its code and what to say. */
export interface PasswordFault {
  code: "PASSWORD_TOO_SHORT" | "PASSWORD_TOO_LONG" | "PASSWORD_TOO_COMMON" | "PASSWORD_TOO_NEAR";
  message: string;
}

const wrongLength = (is: string) => `A password has ${least} to ${most} characters; this one is ${is}.`;

/** What is wrong with a new password, wherever it is set; null for nothing. Its length counts in UTF-16 units. */
export function passwordFault(password: string): PasswordFault | null {
  if (password.length < least) return { code: "PASSWORD_TOO_SHORT", message: wrongLength("shorter") };
  if (password.length > most) return { code: "PASSWORD_TOO_LONG", message: wrongLength("longer") };
  if (!commonPasswords().has(plain(password))) return null;
  const message = "This password is one of the most common. Choose another one.";
  return { code: "PASSWORD_TOO_COMMON", message };
}

/** What a password may not be made of, beside what is said of its account: the name of this server. */
const ownWords = ["overheard"];

/** Shorter ones are in too many other words. */
const leastWord = 3;

/**
 * What is wrong with a password for a certain account: without the words of its address, of its organizations' names and of
 * this server, it would be too short. They are what somebody who guesses tries first.
 */
export function nearFault(
  password: string,
  { email, organizations = [] }: { email: string; organizations?: readonly string[] },
): PasswordFault | null {
  const [local = "", domain = ""] = plain(email).split("@");
  const names = organizations.map(plain);
  const words = [
    ...ownWords,
    plain(email),
    domain,
    local,
    ...partsOf(local),
    domain.split(".").at(-2) ?? "",
    ...names,
    ...names.flatMap(partsOf),
  ]
    .filter((word) => word.length >= leastWord)
    .sort((one, other) => other.length - one.length);
  const remainder = words.reduce((rest, word) => rest.replaceAll(word, ""), plain(password));
  if (remainder.length >= least || remainder.length === plain(password).length) return null;
  const message =
    "This password is made of your address, or of the name of Overheard or of your organization. Choose another one.";
  return { code: "PASSWORD_TOO_NEAR", message };
}

const plain = (text: string): string => text.normalize("NFKC").toLowerCase().trim();

const partsOf = (name: string): string[] => name.split(/[^\p{L}\p{N}]+/u);

let common: ReadonlySet<string> | null = null;

/** Read when the first password is set: 10,000, in lower case, in the form (NFKC) in which passwords are hashed. */
function commonPasswords(): ReadonlySet<string> {
  common ??= new Set(
    readFileSync(new URL("./frequent-passwords.txt", import.meta.url), "utf8")
      .trimEnd()
      .split("\n"),
  );
  return common;
}
