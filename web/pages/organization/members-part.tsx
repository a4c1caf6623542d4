import { useState } from "preact/hooks";
import { useLocation } from "preact-iso";
import { answerTo, api } from "../../api/client.ts";
import { organizationNow } from "../../api/organization-now.ts";
import {
  invitationList,
  joinedOrganizations,
  type Member,
  memberList,
} from "../../api/organization-questions.ts";
import { refresh, useKnown } from "../../api/resource.ts";
import { FormDialog } from "../../forms/form-dialog.tsx";
import { useSaving } from "../../forms/saving.ts";
import { SecretOnce } from "../../forms/secret-once.tsx";
import { Sure } from "../../forms/sure-dialog.tsx";
import { useMay } from "../../parts/may.ts";
import { Part } from "../../parts/part.tsx";
import { timeColumn } from "../../tables/columns.ts";
import { DataTable } from "../../tables/data-table.tsx";
import { form } from "../../words/form.ts";
import { organization } from "../../words/organization.ts";
import { InvitationsSection } from "./invitations-section.tsx";
import { type MemberTerms, MemberTermsFields, sentTerms, useSees } from "./member-terms.tsx";

const words = organization.members;

/** Who is in the organization, and who is invited. */
export function MembersPart() {
  const question = memberList();
  const state = useKnown(question);
  const { organization: own, may, limited } = useMay();
  const sees = useSees();
  const emailOf = ({ email }: Member) => email ?? words.gone;
  return (
    <>
      <Part title={words.title} says={limited ? words.alone : words.says} of={{ question, state }}>
        {(members) => (
          <DataTable
            name="members"
            label={words.title}
            rows={members}
            keyOf={({ id }) => id}
            columns={[
              {
                key: "email",
                head: words.email,
                text: emailOf,
              },
              { key: "name", head: words.name, text: ({ name }) => name ?? "" },
              { key: "role", head: words.role, text: ({ role }) => role },
              { key: "sees", head: words.sees, wide: true, text: ({ workspace_ids }) => sees(workspace_ids) },
              timeColumn({ key: "since", head: words.since, field: "created_at" }),
            ]}
            acts={{
              head: words.act,
              cell: (member) => {
                const touchable = member.role !== "owner" || may("owner");
                if (member.id === own?.member_id) return <Leave member={member} />;
                if (!may("admin") || !touchable) return null;
                return (
                  <>
                    {canSetPassword(member, may) && <PasswordLink member={member} name={emailOf(member)} />}
                    <ChangeMember member={member} name={emailOf(member)} />
                    <Sure
                      open={words.remove}
                      label={words.removeOf(emailOf(member))}
                      title={words.removeTitle(emailOf(member))}
                      says={words.removeSays}
                      act={words.remove}
                      work={() => removeMember(member)}
                    />
                  </>
                );
              },
            }}
          />
        )}
      </Part>
      {may("admin") && <InvitationsSection />}
    </>
  );
}

/** Links for a new password are for members with a lower role. */
const canSetPassword = ({ role }: Member, may: ReturnType<typeof useMay>["may"]): boolean =>
  role === "viewer" || role === "editor" || (role === "admin" && may("owner"));

/** For somebody who has forgotten their password, where no mail is sent. */
function PasswordLink({ member: { id: memberId }, name }: { member: Member; name: string }) {
  const saving = useSaving();
  const [url, setUrl] = useState<string | null>(null);
  return (
    <FormDialog
      link
      open={words.password}
      label={words.passwordOf(name)}
      title={words.passwordTitle(name)}
      says={words.passwordSays}
      act={words.passwordAct}
      ready
      saving={saving}
      closed={() => setUrl(null)}
      result={url && <SecretOnce label={words.passwordLink} value={url} says={words.passwordMade} />}
      save={async () => {
        await saving.run(async () => {
          const params = { path: { memberId } };
          const link = await answerTo(() =>
            api.POST("/organization/members/{memberId}/password-link", { params }),
          );
          setUrl(link.url);
        });
        return false;
      }}
    >
      {null}
    </FormDialog>
  );
}

/** A role that stays is not sent: to make an owner needs a recent sign-in. */
function changedTerms(terms: MemberTerms, before: MemberTerms) {
  const { role, ...rest } = sentTerms(terms);
  return role === before.role ? rest : { role, ...rest };
}

async function removeMember({ id: memberId }: Member): Promise<void> {
  await answerTo(() => api.DELETE("/organization/members/{memberId}", { params: { path: { memberId } } }));
  await Promise.all([refresh(memberList()), refresh(invitationList())]);
}

function ChangeMember({ member, name }: { member: Member; name: string }) {
  const saving = useSaving();
  const before: MemberTerms = { role: member.role, workspaceIds: member.workspace_ids as string[] | null };
  const [terms, setTerms] = useState(before);
  const memberId = member.id;
  return (
    <FormDialog
      link
      open={words.change}
      label={words.changeOf(name)}
      title={words.changeOf(name)}
      act={form.save}
      ready
      saving={saving}
      closed={() => setTerms(before)}
      save={() =>
        saving.run(async () => {
          await answerTo(() =>
            api.PATCH("/organization/members/{memberId}", {
              params: { path: { memberId } },
              body: changedTerms(terms, before),
            }),
          );
          await refresh(memberList());
        })
      }
    >
      <MemberTermsFields terms={terms} set={setTerms} />
    </FormDialog>
  );
}

/** One's own membership; who is alone in an organization stays. */
function Leave({ member }: { member: Member }) {
  const { route } = useLocation();
  const { value: joined } = useKnown(joinedOrganizations());
  if (!joined || joined.length < 2) return null;
  return (
    <Sure
      open={words.leave}
      title={words.leaveTitle}
      says={words.leaveSays}
      act={words.leave}
      work={async () => {
        await removeMember(member);
        await refresh(organizationNow());
        route("/account");
      }}
    />
  );
}
