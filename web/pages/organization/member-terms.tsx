import { type Role, workspaceList } from "../../api/organization-questions.ts";
import { useKnown } from "../../api/resource.ts";
import { Field } from "../../forms/form.tsx";
import { useMay } from "../../parts/may.ts";
import { organization as words } from "../../words/organization.ts";

/** A role, and the clients that it is limited to; null: none, it sees everything. */
export interface MemberTerms {
  role: Role;
  workspaceIds: string[] | null;
}

const limitable: readonly Role[] = ["viewer", "editor"];

/** What is sent for them: who manages the organization sees all of it. */
export const sentTerms = ({ role, workspaceIds }: MemberTerms): MemberTerms => ({
  role,
  workspaceIds: limitable.includes(role) ? workspaceIds : null,
});

/** Fields for what a member is and sees. */
export function MemberTermsFields({ terms, set }: { terms: MemberTerms; set(terms: MemberTerms): void }) {
  const { organization, may } = useMay();
  const { value: workspaces = [] } = useKnown(workspaceList());
  const { role, workspaceIds } = terms;
  const roles = organization?.plan.roles.filter((each) => each !== "owner" || may("owner")) ?? [role];
  const tick = (id: string, on: boolean) =>
    set({ role, workspaceIds: [...(workspaceIds ?? []).filter((each) => each !== id), ...(on ? [id] : [])] });
  return (
    <>
      <Field label={words.members.role}>
        {(fieldProps) => (
          <select
            {...fieldProps}
            value={role}
            onChange={({ currentTarget }) => set({ ...terms, role: currentTarget.value as Role })}
          >
            {[...new Set([...roles, role])].map((each) => (
              <option key={each} value={each}>
                {words.roles[each]}
              </option>
            ))}
          </select>
        )}
      </Field>
      {limitable.includes(role) && (
        <fieldset class="plain fd">
          <legend class="label">{words.limits.label}</legend>
          <ul class="checks">
            <li>
              <label>
                <input
                  type="radio"
                  name="sees"
                  checked={workspaceIds === null}
                  onChange={() => set({ role, workspaceIds: null })}
                />
                {words.limits.all}
              </label>
            </li>
            <li>
              <label>
                <input
                  type="radio"
                  name="sees"
                  checked={workspaceIds !== null}
                  onChange={() => set({ role, workspaceIds: workspaceIds ?? [] })}
                />
                {words.limits.some}
              </label>
            </li>
            {workspaceIds !== null &&
              workspaces.map(({ id, name }) => (
                <li key={id} class="inner">
                  <label>
                    <input
                      type="checkbox"
                      checked={workspaceIds.includes(id)}
                      onChange={({ currentTarget }) => tick(id, currentTarget.checked)}
                    />
                    <bdi>{name}</bdi>
                  </label>
                </li>
              ))}
          </ul>
          {workspaceIds !== null && workspaces.length === 0 && <p class="hint">{words.limits.none}</p>}
        </fieldset>
      )}
    </>
  );
}

/** Names of the clients that somebody is limited to. */
export function useSees(): (workspaceIds: readonly string[] | null) => string {
  const { value: workspaces = [] } = useKnown(workspaceList());
  const names = new Map(workspaces.map(({ id, name }) => [id, name]));
  return (workspaceIds) =>
    workspaceIds === null
      ? words.members.all
      : workspaceIds.map((id) => names.get(id) ?? words.members.unknownClient).join(", ") ||
        words.members.nothing;
}
