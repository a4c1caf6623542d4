import createClient from "openapi-fetch";
import type { components, paths } from "../../dist/web-types/openapi.d.ts";
import { holdOrganization, pinned, thingIn } from "./pin.ts";
import { ApiProblem, isPassing } from "./problem.ts";
import { bearer, forgetBearer, session } from "./session.ts";

export type Schemas = components["schemas"];

/** Where the API is, such as `https://overheard.example.com/v1`. */
export const apiAddress =
  document.querySelector<HTMLMetaElement>("meta[name=overheard-api]")?.content ?? "/v1";

/** Requests as openapi.json describes them, with the session of this browser. */
export const api = createClient<paths>({ baseUrl: apiAddress, fetch: withSession });

/** Asks as the person and in the organization that this tab is held to, and never as or in another. */
async function withSession(request: Request): Promise<Response> {
  const response = await withBearer(async (authorization) => {
    const authorizedRequest = request.clone();
    authorizedRequest.headers.set("authorization", authorization);
    authorizedRequest.headers.set("overheard-organization", await heldOrganization());
    // The server redirects no request; a proxy before it does, to sign in there.
    return fetch(authorizedRequest, { redirect: "manual" });
  });
  if (response.status === 404) await noticeLeft(response);
  return response;
}

/**
 * Once more with a new token where one is not taken any more. Throws ApiProblem where the server does not take that either: a proxy
 * has put something else in its place.
 */
async function withBearer(ask: (authorization: string) => Promise<Response>): Promise<Response> {
  const send = async () => ask(`Bearer ${await ownBearer()}`);
  const response = await send();
  if (response.status !== 401) return response;
  forgetBearer();
  const again = await send();
  if (again.status === 401) throw new ApiProblem(401, "UNKNOWN", "");
  return again;
}

async function ownBearer(): Promise<string> {
  const token = await bearer();
  if (token === null) throw new ApiProblem(401, "UNAUTHORIZED", "");
  return token;
}

/** What the page was opened on; going on from there stays in the organization. */
const opened = thingIn(location.pathname);
let looking: Promise<string> | null = null;

/** The organization of what the page was opened on, or else the one that the server takes without a name. */
async function heldOrganization(): Promise<string> {
  const { organization = null, thing = null } = pinned() ?? {};
  if (organization !== null && (opened === null || opened === thing)) return organization;
  looking ??= lookUp(organization).finally(() => {
    looking = null;
  });
  return looking;
}

async function lookUp(before: string | null): Promise<string> {
  const holder = opened === null ? [] : await joined(`?holds=${opened}`);
  const usual = holder.length > 0 || before !== null ? [] : await joined("");
  const organization = holder[0]?.id ?? before ?? usual.find(({ current }) => current)?.id;
  if (organization === undefined) throw new ApiProblem(0, "AWAY", "");
  holdOrganization(organization, opened);
  return organization;
}

async function joined(query: string): Promise<Schemas["JoinedOrganization"][]> {
  const response = await withBearer((authorization) =>
    fetch(`${apiAddress}/organizations${query}`, { headers: { authorization } }),
  );
  const answer = (await response.json().catch(() => ({}))) as { data?: Schemas["JoinedOrganization"][] };
  if (answer.data) return answer.data;
  throw problemOf({ error: answer, response });
}

/** The person is not in the tab's organization any more. */
async function noticeLeft(response: Response): Promise<void> {
  const { error } = (await response
    .clone()
    .json()
    .catch(() => ({}))) as { error?: Said };
  if (error?.code === "ORGANIZATION_NOT_FOUND") session.value = "left";
}

/** From here on this tab works in another organization, and tabs that are opened next do too. Throws ApiProblem. */
export async function workIn(organizationId: string): Promise<void> {
  await answerTo(() => api.PUT("/account/organization", { body: { organizationId } }));
  holdOrganization(organizationId);
  location.assign("/");
}

interface Answer<T> {
  data?: { data: T; meta?: Schemas["Meta"] };
  error?: unknown;
  response: Response;
}

interface Said {
  code?: string;
  message?: string;
  details?: Record<string, unknown> | null;
}

/** The most that the API gives of a full view at once. */
const promptsPerPage = 200;
const waitsMs = [400, 1500, 4000];
/** How long a request that is told to come again does so: large reads of an organization take turns. */
const turnMs = 60_000;

/** The `data` of an answer; what passes by itself is waited out. Throws ApiProblem. */
export const answerTo = async <T>(ask: () => Promise<Answer<T>>): Promise<T> =>
  (await wholeAnswerTo(ask)).data;

/** What a route hands over as a file, read by the caller's `parseAs`. Throws ApiProblem. */
export const fileOf = <T>(
  ask: () => Promise<{ data?: unknown; error?: unknown; response: Response }>,
): Promise<T> =>
  answerTo(async () => {
    const { data, error, response } = await ask();
    return { ...(data === undefined ? {} : { data: { data: data as T } }), error, response };
  });

/** The data of each page, of at most so many. Throws ApiProblem. */
async function* pagesOf<T>(
  ask: (cursor: string | undefined) => Promise<Answer<T>>,
  pagesMost = 20,
): AsyncGenerator<T> {
  let cursor: string | undefined;
  for (let page = 0; page < pagesMost; page += 1) {
    const { data, meta } = await wholeAnswerTo(() => ask(cursor));
    yield data;
    cursor = meta?.pagination?.next_cursor ?? undefined;
    if (cursor === undefined) return;
  }
}

/** A list of all pages, at most so many of them. Throws ApiProblem. */
export async function everyPage<T>(
  ask: (cursor: string | undefined) => Promise<Answer<T[]>>,
  pagesMost?: number,
): Promise<T[]> {
  const rows: T[] = [];
  for await (const page of pagesOf(ask, pagesMost)) rows.push(...page);
  return rows;
}

/** A report with the prompts of all its pages. Throws ApiProblem. */
export async function everyPrompt<T extends object>(
  ask: (page: { limit: number; cursor?: string }) => Promise<Answer<T>>,
): Promise<T> {
  let whole: T | undefined;
  for await (const page of pagesOf((cursor) =>
    ask({ limit: promptsPerPage, ...(cursor ? { cursor } : {}) }),
  )) {
    if (whole && "prompts" in whole && "prompts" in page)
      (whole.prompts as unknown[]).push(...(page.prompts as unknown[]));
    whole ??= page;
  }
  return whole!;
}

/** All of an answer, with what surrounds its data. Throws ApiProblem. */
export async function wholeAnswerTo<T>(
  ask: () => Promise<Answer<T>>,
): Promise<NonNullable<Answer<T>["data"]>> {
  const began = performance.now();
  for (let turn = 0; ; turn += 1) {
    const problem = await ask().then(
      (answer) => (answer.data ? answer.data : problemOf(answer)),
      (error: unknown) => (error instanceof ApiProblem ? error : new ApiProblem(0, "AWAY", String(error))),
    );
    if (!(problem instanceof ApiProblem)) return problem;
    const mayWait = problem.status === 429 && performance.now() - began < turnMs;
    const pause = waitsMs[turn] ?? (mayWait ? waitsMs.at(-1) : undefined);
    if (pause === undefined || !isPassing(problem) || (problem.retryAfterSeconds ?? 0) > 10) {
      if (!problem.status) await import("./stopped.ts").then(({ tell }) => tell(problem)).catch(() => ({}));
      throw problem;
    }
    await new Promise((resolve) => setTimeout(resolve, (problem.retryAfterSeconds ?? 0) * 1000 || pause));
  }
}

function problemOf({ error, response }: Answer<unknown>): ApiProblem {
  const details = (error as { error?: Said } | undefined)?.error;
  const wait = Number(response.headers.get("retry-after")) || null;
  return new ApiProblem(
    response.status || 302,
    details?.code ?? "UNKNOWN",
    details?.message ?? "",
    wait,
    details?.details,
  );
}
