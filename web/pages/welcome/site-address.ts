/** A website as people type it (`acme.example`) as an address; null if it is none, undefined if nothing was typed. */
export function siteAddress(typed: string): string | null | undefined {
  const text = typed.trim();
  if (text === "") return undefined;
  const url = /^https?:\/\//i.test(text) ? text : `https://${text}`;
  if (!URL.canParse(url)) return null;
  const address = new URL(url);
  const isNamed = address.hostname.includes(".") || address.hostname === "localhost";
  return isNamed && address.username === "" ? address.href : null;
}
