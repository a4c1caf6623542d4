import { createHash } from "node:crypto";
import { normalForm } from "./text/normal-form.ts";

/** A prompt as it is stored: NFC, trimmed. Source: docs/contract/requests.md. */
export function normalisePrompt(text: string): string {
  return normalForm(text, "NFC").trim();
}

/**
 * The key that spellings of one prompt share, so that trends can join runs: `p_` and the first 20 hex digits of SHA-256
 * over the prompt in NFC, case-folded, with white space collapsed. Source: docs/contract/metrics.md.
 */
export function promptKey(prompt: string): string {
  const folded = foldCase(normalForm(prompt, "NFC")).replace(/\s+/g, " ").trim();
  return `p_${createHash("sha256").update(folded, "utf8").digest("hex").slice(0, 20)}`;
}

/** Full case folding (Unicode CaseFolding.txt, C and F): unlike lower-casing it joins ß with ss and ς with σ. */
export function foldCase(text: string): string {
  return text.replace(/[^\0-\x7f]/gu, foldLetter).replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

function foldLetter(letter: string): string {
  if (letter === "ı") return letter;
  // Cherokee is the one script that folds to capitals.
  if (/\p{Script=Cherokee}/u.test(letter)) return letter.toUpperCase();
  return letter.toUpperCase().toLowerCase().replaceAll("ς", "σ");
}
