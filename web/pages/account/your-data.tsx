import { accountArchive } from "../../api/account-questions.ts";
import { joinedOrganizations } from "../../api/organization-questions.ts";
import { useKnown } from "../../api/resource.ts";
import { FormSection, Outcome } from "../../forms/form.tsx";
import { useSaving } from "../../forms/saving.ts";
import { download } from "../../tables/download.ts";
import { account } from "../../words/account.ts";

const words = account.data;

/** Everything kept of the reader, to take away. */
export function YourData() {
  const saving = useSaving();
  const { value: joined = [] } = useKnown(joinedOrganizations());
  const apart = joined.filter(({ members }) => members !== 1).map(({ name }) => name);
  const day = new Date().toISOString().slice(0, 10);
  return (
    <FormSection title={words.title} says={words.says}>
      <p>
        {words.holds} {apart.length > 0 && words.apart(apart)}
      </p>
      <Outcome saving={saving} />
      <p class="does">
        <button
          type="button"
          disabled={saving.busy}
          onClick={() =>
            void saving.run(async () =>
              download(`overheard-${day}.tar.gz`, "application/gzip", await accountArchive()),
            )
          }
        >
          {words.open}
        </button>
        {saving.busy && (
          <span class="soft" role="status">
            {words.under}
          </span>
        )}
      </p>
    </FormSection>
  );
}
