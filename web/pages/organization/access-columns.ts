import { type ApiKey, memberList } from "../../api/organization-questions.ts";
import { useKnown } from "../../api/resource.ts";
import { timeColumn } from "../../tables/columns.ts";
import type { ShownColumn } from "../../tables/data-table.tsx";
import { organization } from "../../words/organization.ts";
import { saidScopes } from "./scopes-field.tsx";

const words = organization.keys;

interface Access extends Pick<ApiKey, "member_id" | "last_used_at" | "expires_at"> {
  scopes: readonly string[] | null;
}

/** What the tables of keys and of assistants both show: whose it is, what it can do, when it was used, how long it works. */
export function useAccessColumns<T extends Access>(): ShownColumn<T>[] {
  const { value: members = [] } = useKnown(memberList());
  const emails = new Map(members.map(({ id, email }) => [id, email]));
  return [
    { key: "by", head: words.by, wide: true, text: ({ member_id }) => emails.get(member_id) ?? "" },
    { key: "may", head: words.may, wide: true, text: ({ scopes }) => saidScopes(scopes) },
    timeColumn({
      key: "used",
      head: words.used,
      field: "last_used_at",
      as: "moment",
      none: words.never,
    }),
    timeColumn({
      key: "expires",
      head: words.expires,
      field: "expires_at",
      none: words.never,
      noneLast: true,
    }),
  ];
}
