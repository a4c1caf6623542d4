import { demandText, formPairs } from "../http/body/fields.ts";
import type { Exchange } from "../http/exchange.ts";
import { Problem } from "../kernel/problem.ts";

/**
 * The fields of a page's form; only those in `repeatable` may come more than once. Throws UNSUPPORTED_MEDIA_TYPE,
 * PAYLOAD_TOO_LARGE, VALIDATION_ERROR.
 */
export async function formOf(
  { request }: Exchange,
  repeatable: readonly string[] = [],
): Promise<URLSearchParams> {
  const form = await formPairs(request);
  const names = new Set<string>();
  for (const [name, value] of form) {
    demandText({ [name]: value });
    if (names.has(name) && !repeatable.includes(name))
      throw new Problem("VALIDATION_ERROR", { message: "A field is given more than once." });
    names.add(name);
  }
  return form;
}
