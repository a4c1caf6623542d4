import { Format } from "typebox/format";
import { emailAddress } from "../../outbound/mail/email-address.ts";

const shape = /^(\d{4}-\d\d-\d\d)T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/i;

/**
 * RFC 3339 with an offset: a day that exists, in a year that a database knows (in UTC too), hours up to 23, seconds up to
 * 59. Stricter than TypeBox, which accepts leap seconds and the suffixes of RFC 9557.
 */
export function isTime(text: string): boolean {
  const day = shape.exec(text)?.[1];
  return day !== undefined && Format.IsDate(day) && /^(?!0000)\d{4}-/.test(new Date(text).toISOString());
}

Format.Set("date-time", isTime);
Format.Set("email", (text) => emailAddress(text) !== null);
