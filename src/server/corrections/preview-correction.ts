import { Type } from "typebox";
import type { Reading } from "../../reader/reading.ts";
import { action } from "../api/action.ts";
import { projectId } from "../api/examples/northwind.ts";
import { ProjectId } from "../api/schema/id-terms.ts";
import { correctionEffect } from "./correction-effect.ts";
import { CorrectionEffectView, correctionEffectView } from "./correction-effect-view.ts";
import { correctionTerms, correctionEffect as effectShown } from "./correction-examples.ts";
import { correctionFields, givenCorrection } from "./correction-terms.ts";
import { listCorrections } from "./corrections.ts";
import { planCorrection, termsOf } from "./plan-correction.ts";

export const previewCorrection = action({
  name: "preview_correction",
  http: "POST /v1/projects/{projectId}/corrections/preview",
  summary: "See what a correction would change in stored answers and figures. Saves nothing.",
  description:
    "Reads the stored answers without and with the correction, the newest reports first, for a few seconds at most; `complete` says whether that were all.",
  tag: "projects",
  scope: "projects:write",
  effect: "reads",
  limit: "suggest",
  heavy: () => "in_steps",
  tool: true,
  on: "project",
  problems: ["REPORT_NOT_FOUND", "ANSWER_NOT_FOUND"],
  input: Type.Object({ projectId: ProjectId, ...correctionFields }),
  output: CorrectionEffectView,
  example: () => ({
    fields: { projectId },
    bodies: { usual: { summary: "This is not us", value: correctionTerms } },
    answers: { CorrectionEffect: { summary: "Two mentions fewer", data: effectShown } },
  }),
}).run(async (context, input) => {
  const { db, project } = context;
  const request = givenCorrection(input);
  const corrections = await listCorrections(db, project.id);
  const { correction, after } = await planCorrection(context, request, { corrections, note: null });
  const looksLike = ({ mentions, notCounted }: Reading) =>
    [...mentions, ...notCounted].some(({ name }) => name === correction.brand);
  const effect = await correctionEffect(context, {
    of: (report) => ({
      before: termsOf(report, { project, corrections }),
      after: termsOf(report, after),
    }),
    // Another name may stand in any answer.
    mayConcern: (reading) => correction.kind === "alias" || looksLike(reading),
  });
  return correctionEffectView(effect);
});
