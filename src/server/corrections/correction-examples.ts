import { promptKey } from "../../reader/prompt.ts";
import { later, memberId, projectId, questions, reportId } from "../api/examples/northwind.ts";
import { correctionEffectView } from "./correction-effect-view.ts";
import { correctionView } from "./correction-view.ts";

const place = {
  ...{ reportId, promptKey: promptKey(questions[0]), provider: "chatgpt" as const, sample: 1 },
  ...{ start: 118, end: 127 },
};

const around = {
  before: "Sailors know the cold wind from the north: the ",
  after: " has nothing to do with kettles.",
};

/** What to send: this occurrence is not the brand. */
export const correctionTerms = { kind: "not_us", occurrence: place };

export const correction = correctionView(
  {
    id: "019bbf47-6d21-7c3b-8f50-2a4e6c8d0b13",
    ...{ projectId, kind: "not_us", brand: "Northwind", text: "Northwind", answer: place },
    surroundings: { ...around, place: around },
    ...{ note: "A wind.", userId: memberId, email: "ada@northwind.example", createdAt: later },
  },
  { reportsToRead: 3, caller: { userId: memberId, workspaceIds: null } },
);

export const correctionEffect = correctionEffectView({
  ...{ reports: 3, answers: 36, complete: true, changedAnswers: 2, newlyCounted: 0, noLongerCounted: 2 },
  examples: [{ brand: "Northwind", counts: false, text: "Northwind", ...around, place }],
  newest: {
    reportId,
    brands: [
      {
        ...{ name: "Northwind", isOwnBrand: true },
        before: { appearanceRate: 0.75, shareOfVoice: 0.5, visibilityScore: 61.2 },
        after: { appearanceRate: 0.6667, shareOfVoice: 0.4706, visibilityScore: 54.9 },
      },
    ],
  },
});
