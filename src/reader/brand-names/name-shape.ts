/** How the letters of a word are capitalised. */
export type Shape = "lower" | "title" | "upper" | "mixed" | "uncased";

/** The shape of a word: "acme", "Acme", "ACME", "AcmePay"; `uncased` if its script has no case. */
export function shapeOf(word: string): Shape {
  const letters = word.replace(/[^\p{L}]/gu, "");
  const lower = letters.toLowerCase();
  const upper = letters.toUpperCase();
  if (lower === upper) return "uncased";
  if (letters === lower) return "lower";
  const first = letters.slice(0, 1);
  const rest = letters.slice(1);
  if (letters === upper && letters.length > 1) return "upper";
  return first !== first.toLowerCase() && rest === rest.toLowerCase() ? "title" : "mixed";
}

export function isLowerCase(letter: string): boolean {
  return letter === letter.toLowerCase() && letter !== letter.toUpperCase();
}

export function isUpperCase(letter: string): boolean {
  return letter === letter.toUpperCase() && letter !== letter.toLowerCase();
}
