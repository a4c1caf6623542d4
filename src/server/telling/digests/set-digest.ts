import { Type } from "typebox";
import { action } from "../../api/action.ts";
import { reply } from "../../api/reply.ts";
import { emailAddress } from "../../outbound/mail/email-address.ts";
import { givenAddress } from "../destinations/given-address.ts";
import { digest } from "../telling-examples.ts";
import { chooseDigest } from "./digest-choice.ts";
import { digestFields, timezoneIn } from "./digest-terms.ts";
import { DigestView, digestView } from "./digest-view.ts";

export const setDigest = action({
  name: "set_digest",
  http: "PUT /v1/account/digest",
  summary: "Choose whether you are mailed every Monday what your week brought.",
  description:
    "It comes on Mondays at 8:00 in `timezone`, at most once a week, to your confirmed address: what changed clearly in the projects that you see, three next steps, what ran and what it cost. A Monday that is missed by a day is left out.",
  tag: "organization",
  // Everybody may choose for themselves.
  scope: "visibility:read",
  effect: "writes",
  limit: "write",
  sessionOnly: true,
  audit: (_, { active }) => ({ details: { active } }),
  input: Type.Object(digestFields),
  output: DigestView,
  example: () => ({
    bodies: { usual: { summary: "Every Monday", value: { active: true, timezone: digest.timezone! } } },
    answers: { Digest: { summary: "Every Monday", data: digest } },
  }),
}).run(async (context, { active, timezone, onlyChanges = false }) => {
  const { caller, now, settings, write } = context;
  const { organizationId, memberId, email } = caller;
  const choice = { active, timezone: timezoneIn(timezone), onlyChanges };
  if (active) await givenAddress(context, { kind: "email", url: undefined, field: "active" });
  return write(async (db) => {
    const owner = { memberId };
    const stored = await chooseDigest(db, { organizationId, owner, now: now() }, choice);
    return reply(digestView(stored, { address: emailAddress(email), mail: settings.mail !== null }));
  });
});
