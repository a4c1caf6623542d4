import { useState } from "preact/hooks";
import { workIn } from "../../api/client.ts";
import { accountStatus, joinedOrganizations } from "../../api/organization-questions.ts";
import { useKnown } from "../../api/resource.ts";
import { inDigits } from "../../figures/number.ts";
import { FormSection } from "../../forms/form.tsx";
import { Part } from "../../parts/part.tsx";
import { PlainFrame } from "../../parts/plain-frame.tsx";
import { sayingOf } from "../../parts/saying.ts";
import { timeColumn } from "../../tables/columns.ts";
import { DataTable } from "../../tables/data-table.tsx";
import { account } from "../../words/account.ts";
import { Deletion } from "./deletion.tsx";
import { DigestSection } from "./digest-section.tsx";
import { YourData } from "./your-data.tsx";

/** `/account`. */
export function Page() {
  const { value: status } = useKnown(accountStatus());
  const words = account.signIn;
  return (
    <PlainFrame title={account.title}>
      <div class="bar" />
      <h1 class="plain">{account.title}</h1>
      {status?.user.email && <p class="sub">{account.you(status.user.email)}</p>}
      <FormSection title={words.title} says={words.says}>
        <p>
          <a class="btn" href="/account/security">
            {words.open}
          </a>
        </p>
      </FormSection>
      <FormSection title={account.assistants.title} says={account.assistants.says}>
        <p>
          <a class="btn" href="/organization?part=access">
            {account.assistants.open}
          </a>
        </p>
      </FormSection>
      <DigestSection />
      <Organizations />
      <YourData />
      <Deletion />
    </PlainFrame>
  );
}

function Organizations() {
  const [trouble, setTrouble] = useState<string | null>(null);
  const question = joinedOrganizations();
  const state = useKnown(question);
  const words = account.organizations;

  return (
    <Part title={words.title} says={words.says} of={{ question, state }}>
      {(organizations) => (
        <>
          {trouble && (
            <p class="notice" role="alert">
              {trouble}
            </p>
          )}
          <DataTable
            name="organizations"
            label={words.title}
            rows={organizations}
            keyOf={({ id }) => id}
            columns={[
              { key: "name", head: words.name, text: ({ name }) => name },
              { key: "role", head: words.role, text: ({ role }) => role },
              {
                key: "members",
                head: words.members,
                num: true,
                wide: true,
                text: ({ members }) => (members === null || members === undefined ? "" : inDigits(members)),
                by: ({ members }) => members ?? 0,
              },
              timeColumn({ key: "since", head: words.since, field: "created_at" }),
            ]}
            acts={{
              head: words.acts,
              cell: (organization) =>
                organization.current ? (
                  <span class="soft">{words.here}</span>
                ) : (
                  <button
                    type="button"
                    class="link"
                    aria-label={words.chooseOf(organization.name)}
                    onClick={() => void workIn(organization.id).catch((error) => setTrouble(sayingOf(error)))}
                  >
                    {words.choose}
                  </button>
                ),
            }}
          />
        </>
      )}
    </Part>
  );
}
