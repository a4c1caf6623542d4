import { useLocation } from "preact-iso";
import { answerTo, api } from "../../api/client.ts";
import { reportCount } from "../../api/project-questions.ts";
import { type Project, projectList } from "../../api/questions.ts";
import { refresh, useKnown } from "../../api/resource.ts";
import { FormSection } from "../../forms/form.tsx";
import { Sure } from "../../forms/sure-dialog.tsx";
import { settings } from "../../words/settings.ts";

const words = settings.deletion;

/** Deletes the project, after its name was typed. */
export function Deletion({ project }: { project: Project }) {
  const { route } = useLocation();
  const { value: contents } = useKnown(reportCount(project.id));
  const { id, name, prompt_count } = project;
  return (
    <FormSection title={words.title} says={words.says}>
      {contents && (
        <Sure
          plain
          open={words.open}
          title={words.ask(name)}
          says={words.lost(contents.reports, contents.drafts, prompt_count, contents.more)}
          act={words.act}
          typed={{ label: words.type(name), text: name }}
          work={async () => {
            await answerTo(() =>
              api.DELETE("/projects/{projectId}", { params: { path: { projectId: id } } }),
            );
            await refresh(projectList());
            route("/");
          }}
        />
      )}
    </FormSection>
  );
}
