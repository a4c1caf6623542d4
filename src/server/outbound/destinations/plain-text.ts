/**
 * A text that people read on somebody else's page: without control characters and what turns text around; at most `most`
 * characters, never cut within one.
 */
export function plainText(text: string, most: number): string {
  const plain = text
    .toWellFormed()
    .replace(/[\p{Cc}--\n]/gv, " ")
    .replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "");
  if (plain.length <= most) return plain;
  return `${plain.slice(0, most - 1).replace(/[\ud800-\udbff]$/, "")}…`;
}
