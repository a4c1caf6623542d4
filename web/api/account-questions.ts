import { answerTo, api, fileOf } from "./client.ts";

/** Everything kept of the reader and of the organizations that are theirs alone, as tar.gz. Throws ApiProblem. */
export const accountArchive = (): Promise<Blob> =>
  fileOf(() => api.GET("/account/export", { parseAs: "blob" }));

/** Deletes the reader's account, which is named by its id. Throws ApiProblem. */
export const deleteAccount = (confirm: string): Promise<unknown> =>
  answerTo(() => api.DELETE("/account", { params: { query: { confirm } } }));
