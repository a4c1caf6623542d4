/** A browser's name for itself in a few words of ours, from its foreign `User-Agent`. */
export function browserName(userAgent: string | null): string {
  const agent = userAgent ?? "";
  const browser = /\b(Firefox|Edg|OPR|Chrome|Safari)\//.exec(agent)?.[1];
  const system = /\b(Windows|Android|iPhone|iPad|Mac OS X|Linux)\b/.exec(agent)?.[1];
  const names: Record<string, string> = { Edg: "Edge", OPR: "Opera", "Mac OS X": "macOS" };
  const parts = [browser, system].map((name) => name && (names[name] ?? name)).filter(Boolean);
  return parts.length > 0 ? parts.join(" on ") : "A program";
}
