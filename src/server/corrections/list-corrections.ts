import { Type } from "typebox";
import { methodVersion } from "../../reader/read.ts";
import { action } from "../api/action.ts";
import { projectId } from "../api/examples/northwind.ts";
import { ProjectId } from "../api/schema/id-terms.ts";
import { rereadingsOf } from "../runs/rereading/rereadings.ts";
import { correction } from "./correction-examples.ts";
import { CorrectionView, correctionView } from "./correction-view.ts";
import { storedCorrections } from "./stored-corrections.ts";

export const listCorrections = action({
  name: "list_corrections",
  http: "GET /v1/projects/{projectId}/corrections",
  summary: "List a project's corrections of names in answers (this is us, this is not us), newest first.",
  description:
    "Each holds for the place it was made at, for the same words elsewhere, and as evidence for what is like it in the project's other answers. `reports_to_read` counts the reports that are still to be read again.",
  tag: "projects",
  scope: "visibility:read",
  effect: "reads",
  limit: "read",
  tool: true,
  on: "project",
  input: Type.Object({ projectId: ProjectId }),
  output: Type.Array(CorrectionView),
  example: () => ({
    fields: { projectId },
    answers: { CorrectionList: { summary: "One, still being applied", data: [correction] } },
  }),
}).run(async ({ caller, db, project }) => {
  const corrections = await storedCorrections(db, project);
  const toRead = corrections.length > 0 ? await rereadingsOf(db, project.id, methodVersion) : [];
  return corrections.map((correction) =>
    correctionView(correction, { reportsToRead: toRead.length, caller }),
  );
});
