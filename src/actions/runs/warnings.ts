import type { Context } from "../../kernel/context.ts";
import type { Report } from "../../store/reports.ts";

const says: Record<string, string> = {
  SANDBOX_ANSWERS:
    "The answers behind this were made up by the built-in sandbox; configure an engine to ask real assistants.",
  ONLY_BRANDED_PROMPTS: "Every prompt names a tracked brand; the headline figures are over these.",
};

/** Says what a reader of this report must know before believing it; each warning once per request. */
export function warnOf({ warn }: Pick<Context, "warn">, report: Report): void {
  const codes = [...(report.sandbox ? ["SANDBOX_ANSWERS"] : []), ...(report.scored?.warnings ?? [])];
  for (const code of codes) warn({ code, path: null, message: says[code] ?? code });
}
