/** Where a page sends its readers by itself. */
export interface Sends {
  /** As written. */
  href: string;
  /** Seconds until then. */
  after: number;
}

const contentMax = 4_096;
/** A script that does more than send readers on is longer. */
const scriptMax = 1_000;

/**
 * Where `<meta http-equiv="refresh">` sends: `0; URL='/new'` and its other spellings, read as browsers read it (HTML Standard,
 * "shared declarative refresh steps"). Null if it only loads the page again.
 */
export function refreshOf(content: string): Sends | null {
  const text = content.slice(0, contentMax).trim();
  const [, seconds = "", rest = ""] = /^(\d*)(?:\.[\d.]*)?\s*[;,]?\s*(.*)$/s.exec(text) ?? [];
  if (rest === "" || (seconds === "" && !/^\.|^[;,]/.test(text))) return null;
  const value = rest.replace(/^url\s*=\s*/i, "");
  const quote = /^["']/.exec(value)?.[0];
  const href = (quote ? value.slice(1).split(quote, 1)[0]! : value).trim();
  return href === "" ? null : { href, after: Math.min(Number(seconds || "0"), 86_400) };
}

/** Where a script sends that does nothing else, if it names the address in full; null otherwise. */
export function scriptRedirectOf(script: string): string | null {
  if (script.length > scriptMax) return null;
  const [, set, called] =
    /\blocation(?:\.href)?\s*=\s*(["'][^"'\n]+["'])(?!\s*\+)|\blocation\.(?:replace|assign)\(\s*(["'][^"'\n]+["'])\s*\)/.exec(
      script,
    ) ?? [];
  const literal = set ?? called;
  // What waits for a click or a call is no redirect; a timer or the end of loading is.
  const waits =
    /\bfunction\b|=>/.test(script) &&
    !/setTimeout|onload|DOMContentLoaded|\(\s*function|\(\s*\(\s*\)\s*=>/.test(script);
  return literal && !waits ? literal.slice(1, -1) : null;
}
