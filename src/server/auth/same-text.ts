import { timingSafeEqual } from "node:crypto";

/** Whether two texts are equal, in a time that does not reveal where they differ. */
export function isSameText(given: string, secret: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(secret)];
  return a.length === b.length && timingSafeEqual(a, b);
}
