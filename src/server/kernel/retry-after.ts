/**
 * What `Retry-After` asks for, in milliseconds; null if it says nothing. It has seconds, with a fraction at some, or a date in one of
 * HTTP's three forms or ISO 8601's. Source: RFC 9110 §10.2.3 and §5.6.7.
 */
export function retryAfterMs(header: unknown, now: Date): number | null {
  if (typeof header !== "string") return null;
  const text = header.trim();
  if (/^\d{1,12}(?:\.\d{1,9})?$/.test(text)) return Number(text) * 1_000;
  // The engine reads numbers with any word beside them as dates too.
  const isDate = /^(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6},? |\d{4}-\d\d-\d\dT)/i.test(text);
  const at = isDate ? Date.parse(/^\w{3} .*\d{4}$/.test(text) ? `${text} GMT` : text) : Number.NaN;
  return Number.isNaN(at) ? null : Math.max(0, at - now.getTime());
}
