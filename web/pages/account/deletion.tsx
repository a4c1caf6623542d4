import { deleteAccount } from "../../api/account-questions.ts";
import { accountStatus, joinedOrganizations } from "../../api/organization-questions.ts";
import { useKnown } from "../../api/resource.ts";
import { signOut } from "../../api/session.ts";
import { FormSection } from "../../forms/form.tsx";
import { Sure } from "../../forms/sure-dialog.tsx";
import { account } from "../../words/account.ts";

const words = account.deletion;

/** Deletes the reader's account, after its address was typed, and leaves nobody signed in. */
export function Deletion() {
  const { value: status } = useKnown(accountStatus());
  const { value: joined } = useKnown(joinedOrganizations());
  const shared = joined?.filter(({ members }) => members !== 1) ?? [];
  const alone = joined?.filter(({ members }) => members === 1) ?? [];
  const namesOf = (some: typeof alone) => some.map(({ name }) => name);
  const phrase = status?.user.email ?? status?.user.id;
  return (
    <FormSection title={words.title} says={words.says}>
      {status && joined && phrase && (
        <Sure
          plain
          open={words.open}
          title={words.ask}
          says={words.lost(
            namesOf(alone),
            namesOf(shared),
            shared.some(({ role }) => role === "owner"),
          )}
          act={words.act}
          typed={{ label: words.type(phrase), text: phrase }}
          work={async () => {
            await deleteAccount(status.user.id);
            await signOut();
          }}
        />
      )}
    </FormSection>
  );
}
