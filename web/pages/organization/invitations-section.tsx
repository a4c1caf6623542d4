import { useState } from "preact/hooks";
import { answerTo, api, wholeAnswerTo } from "../../api/client.ts";
import { limits } from "../../api/limits.ts";
import { type Invitation, invitationList } from "../../api/organization-questions.ts";
import { refresh, useKnown } from "../../api/resource.ts";
import { TextField } from "../../forms/form.tsx";
import { FormDialog } from "../../forms/form-dialog.tsx";
import { useSaving } from "../../forms/saving.ts";
import { SecretOnce } from "../../forms/secret-once.tsx";
import { Sure } from "../../forms/sure-dialog.tsx";
import { Part } from "../../parts/part.tsx";
import { timeColumn } from "../../tables/columns.ts";
import { DataTable } from "../../tables/data-table.tsx";
import { organization } from "../../words/organization.ts";
import { type MemberTerms, MemberTermsFields, sentTerms, useSees } from "./member-terms.tsx";

const words = organization.invitations;

/** Who is invited, and inviting. */
export function InvitationsSection() {
  const question = invitationList();
  const state = useKnown(question);
  const sees = useSees();
  return (
    <Part title={words.title} says={words.says} does={<Invite />} of={{ question, state }}>
      {(all) => {
        const invitations = all.filter(({ accepted_at }) => accepted_at === null);
        return invitations.length === 0 ? (
          <p class="soft">{words.none}</p>
        ) : (
          <DataTable
            name="invitations"
            label={words.title}
            rows={invitations}
            keyOf={({ id }) => id}
            columns={[
              { key: "email", head: words.email, text: ({ email }) => email },
              { key: "role", head: words.role, text: ({ role }) => role },
              {
                key: "sees",
                head: organization.members.sees,
                wide: true,
                text: ({ workspace_ids }) => sees(workspace_ids),
              },
              { key: "state", head: words.state, text: stateOf },
              timeColumn({ key: "expires", head: words.expires, field: "expires_at" }),
            ]}
            acts={{
              head: words.withdraw,
              cell: (invitation) =>
                stateOf(invitation) === words.open ? <Withdraw invitation={invitation} /> : null,
            }}
          />
        );
      }}
    </Part>
  );
}

const stateOf = ({ expires_at }: Invitation): string =>
  Date.parse(expires_at) < Date.now() ? words.over : words.open;

function Withdraw({ invitation: { id: invitationId, email } }: { invitation: Invitation }) {
  return (
    <Sure
      open={words.withdraw}
      label={words.withdrawOf(email)}
      title={words.withdrawTitle(email)}
      says={words.withdrawSays}
      act={words.withdraw}
      work={async () => {
        const params = { path: { invitationId } };
        await answerTo(() => api.DELETE("/organization/invitations/{invitationId}", { params }));
        await refresh(invitationList());
      }}
    />
  );
}

const first: MemberTerms = { role: "viewer", workspaceIds: null };

function Invite() {
  const saving = useSaving();
  const [email, setEmail] = useState("");
  const [terms, setTerms] = useState(first);
  const [invitation, setInvitation] = useState<{ url: string; unsent: boolean } | null>(null);
  return (
    <FormDialog
      open={words.invite}
      title={words.invite}
      act={words.act}
      ready={email.trim() !== ""}
      saving={saving}
      closed={() => {
        setEmail("");
        setTerms(first);
        setInvitation(null);
      }}
      result={
        invitation && (
          <SecretOnce
            label={words.link}
            value={invitation.url}
            says={invitation.unsent ? words.unsent : words.linkSays}
          />
        )
      }
      save={async () => {
        await saving.run(async () => {
          const body = { email: email.trim(), ...sentTerms(terms) };
          const { data, meta } = await wholeAnswerTo(() => api.POST("/organization/invitations", { body }));
          const unsent = meta?.warnings?.some(({ code }) => code === "MAIL_NOT_SENT") ?? false;
          setInvitation({ url: data.url, unsent });
          await refresh(invitationList());
        });
        return false;
      }}
    >
      <TextField
        label={words.email}
        inputMode="email"
        issue={saving.issue("/email")}
        value={email}
        set={setEmail}
        maxLength={limits.CreateInvitationRequest.email.max}
        required
      />
      <MemberTermsFields terms={terms} set={setTerms} />
    </FormDialog>
  );
}
