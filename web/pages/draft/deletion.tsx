import { useLocation } from "preact-iso";
import { projectPath } from "../../address.ts";
import { answerTo, api } from "../../api/client.ts";
import { draftsOf } from "../../api/page-questions.ts";
import type { Draft } from "../../api/questions.ts";
import { refresh } from "../../api/resource.ts";
import { Sure } from "../../forms/sure-dialog.tsx";
import { EditorsOnly } from "../../parts/editors-only.tsx";
import { draft as words } from "../../words/content.ts";

/** Deletes the draft and goes back to the plan. */
export function Deletion({ draft: { id, project_id: projectId, published } }: { draft: Draft }) {
  const { route } = useLocation();
  return (
    <EditorsOnly>
      <Sure
        open={words.delete}
        title={words.deleteTitle}
        says={published ? words.deletePosted : words.deleteSays}
        act={words.delete}
        work={async () => {
          await answerTo(() => api.DELETE("/reports/{reportId}", { params: { path: { reportId: id } } }));
          void refresh(draftsOf(projectId));
          route(projectPath(projectId, "content"));
        }}
      />
    </EditorsOnly>
  );
}
