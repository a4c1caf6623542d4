import { type Static, Type } from "typebox";
import { showAs } from "../../api/schema/openapi-hints.ts";
import { Nullable, OneOf, Time, Uuid } from "../../api/schema/schema.ts";
import { scopes } from "../../kernel/scope.ts";
import type { ApiKey } from "./keys.ts";

const properties = {
  id: Uuid("Id of the key."),
  name: Nullable(Type.String(), { description: "Its name." }),
  prefix: Type.String({ description: "First characters of the key." }),
  created_at: Time("When it was made."),
  last_used_at: Nullable(Time(), { description: "Last use, to the minute." }),
  expires_at: Nullable(Time(), { description: "When it expires; null: never." }),
  member_id: Uuid("Whose it is."),
  scopes: Nullable(Type.Array(OneOf(scopes)), {
    description: "What it can do at most; null: all that its owner can.",
  }),
};

export const KeyView = Type.Object(properties, { additionalProperties: false, title: "ApiKey" });

export const CreatedKeyView = showAs(
  Type.Object(
    { ...properties, key: Type.String({ description: "The key, shown only this once." }) },
    { additionalProperties: false, title: "CreatedApiKey" },
  ),
  { bases: [KeyView] },
);

export const keyView = (key: ApiKey): Static<typeof KeyView> => ({
  id: key.id,
  name: key.name,
  prefix: key.prefix,
  created_at: key.createdAt,
  last_used_at: key.lastUsedAt,
  expires_at: key.expiresAt,
  member_id: key.memberId,
  scopes: key.scopes && [...key.scopes],
});
