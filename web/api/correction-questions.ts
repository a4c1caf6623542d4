import { answerTo, api, type Schemas } from "./client.ts";
import { learn, type Question, refresh } from "./resource.ts";

export type Correction = Schemas["Correction"];
export type CorrectionEffect = Schemas["CorrectionEffect"];
export type Occurrence = Schemas["OccurrenceInput"];

/** What somebody says of an occurrence, or of another name. */
export type Saying =
  | { kind: "us" | "not_us"; occurrence: Occurrence; brand: string }
  | { kind: "alias"; alias: string; brand: string };

const againMs = 2_000;

/** What was said in a project, newest first; asked for again while answers are still to be read again. */
export const correctionsOf = (projectId: string): Question<Correction[]> => ({
  key: `corrections ${projectId}`,
  ask: () =>
    answerTo(() => api.GET("/projects/{projectId}/corrections", { params: { path: { projectId } } })),
  again: ([first]) => (first && first.reports_to_read > 0 ? againMs : null),
});

/** What it would change. Saves nothing. */
export const effectOf = (projectId: string, saying: Saying): Promise<CorrectionEffect> =>
  answerTo(() =>
    api.POST("/projects/{projectId}/corrections/preview", {
      params: { path: { projectId } },
      body: saying,
    }),
  );

export async function correct(projectId: string, saying: Saying, note: string): Promise<void> {
  const correction = await answerTo(() =>
    api.POST("/projects/{projectId}/corrections", {
      params: { path: { projectId } },
      body: { ...saying, ...(note.trim() ? { note: note.trim() } : {}) },
    }),
  );
  learn(correctionsOf(projectId), [correction]);
  await refresh(correctionsOf(projectId));
}

export async function takeBack(projectId: string, correctionId: string): Promise<void> {
  await answerTo(() =>
    api.DELETE("/projects/{projectId}/corrections/{correctionId}", {
      params: { path: { projectId, correctionId } },
    }),
  );
  await refresh(correctionsOf(projectId));
}
