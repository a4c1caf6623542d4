import { Type } from "typebox";
import { action } from "../../api/action.ts";
import { keys } from "../account-examples.ts";
import { credentialFilter } from "../credential-filter.ts";
import { KeyView, keyView } from "./key-view.ts";
import { listKeys as keysOf } from "./keys.ts";

export const listKeys = action({
  name: "list_keys",
  http: "GET /v1/keys",
  summary: "List your API keys, newest first; an admin sees those of all members.",
  description: "Tells keys apart by name, prefix and last use.",
  tag: "keys",
  scope: "visibility:read",
  effect: "reads",
  limit: "read",
  sessionOnly: true,
  noStore: true,
  input: Type.Object({}),
  output: Type.Array(KeyView),
  example: () => ({ answers: { ApiKeyList: { summary: "One key", data: keys } } }),
}).run(async ({ db, caller }) => (await keysOf(db, credentialFilter(caller))).map(keyView));
