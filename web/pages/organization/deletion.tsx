import { answerTo, api } from "../../api/client.ts";
import type { Organization } from "../../api/organization-now.ts";
import { joinedOrganizations } from "../../api/organization-questions.ts";
import { holdOrganization } from "../../api/pin.ts";
import { projectList } from "../../api/questions.ts";
import { useKnown } from "../../api/resource.ts";
import { FormSection } from "../../forms/form.tsx";
import { Sure } from "../../forms/sure-dialog.tsx";
import { organization } from "../../words/organization.ts";

const words = organization.deletion;

/** Deletes the organization for all of its members, after its name was typed. */
export function Deletion({ own: { id, name } }: { own: Organization }) {
  const { value: projects } = useKnown(projectList());
  const { value: joined } = useKnown(joinedOrganizations());
  const members = joined?.find((each) => each.id === id)?.members;
  return (
    <FormSection title={words.title} says={words.says}>
      {projects && typeof members === "number" && (
        <Sure
          plain
          open={words.open}
          title={words.ask(name)}
          says={words.lost(projects.length, members)}
          act={words.act}
          typed={{ label: words.type(name), text: name }}
          work={async () => {
            await answerTo(() => api.DELETE("/organization", { params: { query: { confirm: id } } }));
            holdOrganization(null);
            // What the app knows is of what is gone; it begins anew.
            location.assign("/account");
          }}
        />
      )}
    </FormSection>
  );
}
