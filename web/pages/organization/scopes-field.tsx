import type { Schemas } from "../../api/client.ts";
import { organization } from "../../words/organization.ts";

export type Scope = NonNullable<Schemas["CreateConnectorRequest"]["scopes"]>[number];

export const allScopes = Object.keys(organization.scopes) as Scope[];

/** What a key can do, as ticks. */
export function ScopesField({ scopes, set }: { scopes: readonly Scope[]; set(scopes: Scope[]): void }) {
  return (
    <fieldset class="plain fd">
      <legend class="label">{organization.keys.scopes}</legend>
      <ul class="checks">
        {allScopes.map((scope) => (
          <li key={scope}>
            <label>
              <input
                type="checkbox"
                checked={scopes.includes(scope)}
                onChange={({ currentTarget: { checked } }) =>
                  set(allScopes.filter((each) => (each === scope ? checked : scopes.includes(each))))
                }
              />
              {organization.scopes[scope]}
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

/** What a key can do, in words; null: all that its member can. */
export const saidScopes = (scopes: readonly string[] | null): string =>
  [...doings(scopes), ...(scopes?.includes("offline_access") ? [organization.connectors.stays] : [])].join(
    "; ",
  );

const doings = (scopes: readonly string[] | null): string[] =>
  scopes === null || allScopes.every((scope) => scopes.includes(scope))
    ? [organization.keys.everything]
    : allScopes.filter((scope) => scopes.includes(scope)).map((scope) => organization.scopes[scope]);
