import { Type } from "typebox";
import { action } from "../../api/action.ts";
import { reply } from "../../api/reply.ts";
import { Nullable, OneOf } from "../../api/schema/schema.ts";
import { newId } from "../../kernel/id.ts";
import { invalid } from "../../kernel/problem.ts";
import { scopes as allScopes } from "../../kernel/scope.ts";
import { createdKey, keyTerms, lateKeyTerms } from "../account-examples.ts";
import { CredentialName } from "./credential-name.ts";
import { CreatedKeyView, keyView } from "./key-view.ts";
import { insertKey } from "./keys.ts";

export const createKey = action({
  name: "create_key",
  http: "POST /v1/keys",
  summary: "Create an API key. It is shown only in this answer.",
  description: "For programs that call this API. Store the `key` at once.",
  tag: "keys",
  scope: "projects:write",
  effect: "writes",
  limit: "keys",
  sessionOnly: true,
  secret: true,
  noStore: true,
  status: 201,
  problems: ["KEY_LIMIT_REACHED", "SECRET_ALREADY_SHOWN"],
  input: Type.Object({
    name: Type.Optional(CredentialName),
    expires_at: Type.Optional(
      Nullable(Type.String({ format: "date-time" }), {
        description: "When it expires; default: never.",
      }),
    ),
    scopes: Type.Optional(
      Type.Array(OneOf(allScopes), {
        minItems: 1,
        maxItems: allScopes.length,
        description: "What it may do, within what you may do; default: all of that.",
      }),
    ),
  }),
  output: CreatedKeyView,
  example: () => ({
    bodies: {
      lasting: { summary: "A key that does not expire", value: keyTerms },
      temporary: { summary: "A key for 90 days", value: lateKeyTerms },
    },
    answers: { CreatedApiKey: { status: 201, summary: "A new key", data: createdKey } },
  }),
}).run(async ({ caller, newKey, now, write }, { name, expires_at, scopes }) => {
  const expiresAt = expires_at ? new Date(expires_at) : null;
  if (expiresAt && !(expiresAt > now())) {
    throw invalid([
      {
        in: "body",
        path: "/expires_at",
        code: "not_in_the_future",
        message:
          "This time has passed. Give one in the future, or leave it out for a key that never expires.",
      },
    ]);
  }
  const { secret, prefix, hash } = newKey();
  const key = {
    id: newId(),
    memberId: caller.memberId,
    scopes: scopes ? allScopes.filter((scope) => scopes.includes(scope)) : null,
    name: name ?? null,
    prefix,
    createdAt: now().toISOString(),
    lastUsedAt: null,
    expiresAt: expiresAt?.toISOString() ?? null,
  };
  return write(async (db) => {
    const { organizationId, userId } = caller;
    await insertKey(db, { ...key, organizationId, userId, hash });
    return reply({ ...keyView(key), key: secret }, { location: `/v1/keys/${key.id}` });
  });
});
