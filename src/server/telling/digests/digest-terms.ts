import { Type } from "typebox";
import { invalid } from "../../kernel/problem.ts";
import { spelledTimezone, timezoneFault } from "../../projects/project-terms.ts";

/** What is chosen of a digest. */
export const digestFields = {
  active: Type.Boolean({ description: "Whether it is sent." }),
  timezone: Type.String({
    ...{ minLength: 1, maxLength: 64, examples: ["Europe/Berlin"] },
    description: "Time zone in which it comes on Mondays at 8:00 (IANA).",
  }),
  onlyChanges: Type.Optional(
    Type.Boolean({
      default: false,
      description: "Whether a week without a clear change or a failed run is left out.",
    }),
  ),
};

/** The time zone as it is spelled. Throws a 400. */
export function timezoneIn(name: string): string {
  const spelled = spelledTimezone(name);
  if (spelled !== null) return spelled;
  throw invalid([{ in: "body", path: "/timezone", code: "bad_format", message: timezoneFault(name) }]);
}
