import { Type } from "typebox";
import { action } from "../../api/action.ts";
import { emailAddress } from "../../outbound/mail/email-address.ts";
import { digest } from "../telling-examples.ts";
import { DigestView, digestView } from "./digest-view.ts";
import { findDigest } from "./digests.ts";

export const getDigest = action({
  name: "get_digest",
  http: "GET /v1/account/digest",
  summary: "Read whether you are mailed every Monday what your week brought.",
  description: "Of the organization of this request. It is off until you choose it.",
  tag: "organization",
  scope: "visibility:read",
  effect: "reads",
  limit: "read",
  sessionOnly: true,
  input: Type.Object({}),
  output: DigestView,
  example: () => ({ answers: { Digest: { summary: "Every Monday", data: digest } } }),
}).run(async ({ db, caller, settings }) => {
  const { organizationId, memberId, email } = caller;
  const stored = await findDigest(db, organizationId, { memberId });
  return digestView(stored, { address: emailAddress(email), mail: settings.mail !== null });
});
