import { domainToASCII } from "node:url";

/** RFC 5321 §4.5.3.1. */
const [addressMax, localMax] = [254, 64];

/** One part between dots; what quotes, comments, names and routes are written with is not in it. */
const word = "[\\p{L}\\p{M}\\p{N}!#$%&'*+/=?^_`{|}~-]+";
const label = "[\\p{L}\\p{M}\\p{N}-]+";
const shape = new RegExp(`^${word}(?:\\.${word})*@${label}(?:\\.${label})*$`, "u");

/**
 * The one spelling under which an address is stored, compared, counted and written to: lower case, the local part composed, the
 * domain as mail servers know it (`a@müller.example` is `a@xn--mller-kva.example`). Null for what is no plain
 * address, and for one that reads as another, such as with the Kelvin sign, whose lower case is "k".
 */
export function emailAddress(text: unknown): string | null {
  if (typeof text !== "string" || text.length > addressMax || !shape.test(text)) return null;
  if (text.indexOf("@") > localMax || [...text].some(turnsIntoAscii)) return null;
  const at = text.indexOf("@");
  const domain = domainToASCII(text.slice(at + 1));
  return domain === "" ? null : `${text.slice(0, at).toLowerCase().normalize("NFC")}@${domain}`;
}

/** The same of what somebody types or pastes: keyboards of phones put a space behind a word. */
export const typedAddress = (text: unknown): string | null =>
  emailAddress(typeof text === "string" ? text.trim() : text);

const ascii = /[\0-\x7f]/;

/** Whether a character becomes a Latin letter, digit or sign in lower case, in upper case or where forms are unified. */
function turnsIntoAscii(character: string): boolean {
  if (ascii.test(character)) return false;
  const upper = character.toUpperCase();
  const [lower, unified] = [character.toLowerCase(), character.normalize("NFKC")];
  return ascii.test(lower + unified) || (upper.length === 1 && ascii.test(upper));
}

/** Whose inbox an address reaches, for counting what is sent there: "ann+news@" is Ann's. */
export const inboxOf = (address: string): string => address.toLowerCase().replace(/(?<=.)\+[^@]*(?=@)/, "");
