import { readFileSync } from "node:fs";

const [least, most] = [8, 128];

/** Why a password cannot be set: its code and what to say. */
export interface PasswordFault {
  code: "PASSWORD_TOO_SHORT" | "PASSWORD_TOO_LONG" | "PASSWORD_TOO_COMMON";
  message: string;
}

const wrongLength = `A password has ${least} to ${most} characters.`;

/** What is wrong with a new password, wherever it is set; null for nothing. Its length counts in UTF-16 units. */
export function passwordFault(password: string): PasswordFault | null {
  if (password.length < least) return { code: "PASSWORD_TOO_SHORT", message: wrongLength };
  if (password.length > most) return { code: "PASSWORD_TOO_LONG", message: wrongLength };
  if (!commonPasswords().has(password.normalize("NFKC").toLowerCase().trim())) return null;
  const message = "This password is one of the most common. Choose another one.";
  return { code: "PASSWORD_TOO_COMMON", message };
}

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
