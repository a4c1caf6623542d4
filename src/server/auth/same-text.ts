import { timingSafeEqual } from "node:crypto";

/** Whether two texts are equal, in a time that does not reveal where they differ. */
export function isSameText(text: string, secret: string): boolean {
  const [a, b] = [Buffer.from(text), Buffer.from(secret)];
  return a.length === b.length && timingSafeEqual(a, b);
}
