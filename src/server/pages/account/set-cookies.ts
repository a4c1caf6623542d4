/** The Cookie header that a browser sends next, after an answer with these Set-Cookie headers. */
export function cookiesToSend(before: string, set: readonly string[]): string {
  const cookies = new Map<string, string>();
  for (const pair of [...before.split(";"), ...set.map((cookie) => cookie.split(";", 1)[0]!)]) {
    const [name = "", ...value] = pair.trim().split("=");
    if (name !== "") cookies.set(name, value.join("="));
  }
  return [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
}
