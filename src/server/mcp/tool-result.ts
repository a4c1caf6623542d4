import type { CallToolResult } from "@modelcontextprotocol/server";
import type { AnyAction, ToolTerms } from "../api/action.ts";
import { helpfulFor } from "../api/helpful-action.ts";
import type { Failure, Success } from "../api/perform.ts";
import { fenced, randomMark } from "./fence.ts";
import { messageOf } from "./refusal.ts";
import { shortForm } from "./result-text.ts";
import { withTools } from "./tool-names.ts";
import type { Toolbox } from "./tools.ts";
import { type Fitted, fitted, type LeftOut } from "./truncate.ts";

/** The name in `_meta` under which we put what surrounds a result. */
const metaName = "overheard/meta";

/**
 * Tokens of each part of a result by our own count, out of the 10,000 that a tool's answer may have: its data and its
 * text; the rest is for everything around them.
 */
const room = { data: 6_800, text: 1_250, error: 1_500 };

/** What a tool answers, before it takes the shape of a version of the protocol. */
export interface ToolAnswer {
  isError: boolean;
  /** For reading: the result in short, or the error as JSON. */
  text: string;
  /** The structured content, serialised; null for an error. */
  json: string | null;
  meta: { [metaName]: object };
}

/** The outcome of a call as a tool's answer, cut down to what a model can take in. `newMark` makes the mark of its fence. */
export const toolAnswer = (
  action: AnyAction,
  outcome: Success | Failure,
  tools: Toolbox,
  newMark = randomMark,
): ToolAnswer => (outcome.ok ? succeeded(action, outcome, tools, newMark) : failed(action, outcome, tools));

export const textBlocks = ({ text }: ToolAnswer) => [{ type: "text" as const, text }];

/** The answer in the library's form. */
export function toolResult(answer: ToolAnswer): CallToolResult {
  const { json, meta, isError } = answer;
  return {
    content: textBlocks(answer),
    ...(json === null ? {} : { structuredContent: JSON.parse(json) }),
    _meta: meta,
    ...(isError ? { isError } : {}),
  };
}

function succeeded(action: AnyAction, success: Success, tools: Toolbox, newMark: () => string): ToolAnswer {
  const { requestId, billing, warnings, reply, limit, status } = success;
  const { value, leftOut } = dataOf(action, success, tools);
  const rest = leftOut.length === 0 ? null : { left_out: leftOut, how: howToGet(action, leftOut) };
  const cursor = rest && isPageCut(action, leftOut) ? null : (reply.pagination?.next_cursor ?? null);
  const meta = {
    request_id: requestId,
    status,
    billing,
    ...(reply.pagination ? { pagination: { ...reply.pagination, next_cursor: cursor } } : {}),
    ...(warnings.length > 0 ? { warnings } : {}),
    ...(limit ? { limit: limitMeta(limit) } : {}),
  };
  const short = shortForm(value, room.text);
  const notes = [
    ...stillToCome(value),
    ...(rest ? [`Not all is shown: ${rest.left_out.map(inWords).join("; ")}. ${rest.how}`] : []),
    ...(cursor ? [`There is more: call again with cursor "${cursor}".`] : []),
    ...(short.cut.length > 0
      ? [`Not in this text, but in the data: rows of ${short.cut.map(ownName).join(", ")}.`]
      : []),
    ...warnings.map(({ code, path, message }) => `${code}${path ? ` ${ownPath(path)}` : ""}: ${message}`),
  ];
  // What we say comes first, and nothing after the fence: whatever else reads like it is somebody else's.
  const text = [...notes, fenced(short.text, newMark)].join("\n");
  const json = JSON.stringify({ ...rest, ...(cursor ? { next_cursor: cursor } : {}), result: value });
  return { isError: false, text, json, meta: { [metaName]: meta } };
}

/** Whether to poll again. */
function stillToCome(value: unknown): string[] {
  const { status, id, poll_after_seconds: seconds } = (value ?? {}) as Record<string, unknown>;
  return status === "processing" ? [`Still processing; read ${id} again in ${seconds ?? 2} seconds.`] : [];
}

/** The route's data with tools in place of routes, cut down if it is long. */
function dataOf(action: AnyAction, { content: output }: Success, tools: Toolbox): Fitted {
  const value = withTools(JSON.parse(output.json), tools);
  // No character makes more than one token.
  if (output.json.length <= room.data) return { value, leftOut: [] };
  const { value: cut, leftOut } = fitted(value, room.data, termsOf(action).newestLast);
  return { value: cut, leftOut: leftOut.slice(0, mostNoted) };
}

const mostNoted = 12;

const termsOf = ({ tool }: AnyAction): ToolTerms => (typeof tool === "object" ? tool : {});

const pagesOf = (action: AnyAction): string[] =>
  (termsOf(action).pages ?? (action.paged ? [""] : [])).map((name) => (name ? `/${name}` : ""));

/** Whether rows of the page itself are left out: its cursor would then skip them. */
const isPageCut = (action: AnyAction, leftOut: readonly LeftOut[]): boolean =>
  leftOut.some(({ path }) => pagesOf(action).includes(path));

function howToGet(action: AnyAction, leftOut: readonly LeftOut[]): string {
  const page = leftOut.find(({ path }) => pagesOf(action).includes(path));
  const { narrower } = termsOf(action);
  const sentences = [
    ...(page ? [`Call again with \`limit\`: ${Math.max(1, page.shown)} and go on from its cursor.`] : []),
    ...(narrower ? [narrower] : []),
  ];
  return sentences.length > 0 ? sentences.join(" ") : "The same request over the REST API answers all of it.";
}

const inWords = ({ path, shown: shownCount, of }: LeftOut): string =>
  `${ownPath(path) || "/"} ${shownCount} of ${of}`;

/** A path without the names in it that come from outside. */
const ownPath = (path: string): string => path.split("/").map(ownName).join("/");

const ownName = (name: string): string => (/^[\w.-]{0,40}$/.test(name) ? name : "*");

/** A failure that the model can read and act on; never text from outside. */
function failed(action: AnyAction, { problem, requestId, limit }: Failure, tools: Toolbox): ToolAnswer {
  const { code, details, status } = problem;
  const help = helpfulFor(problem).filter((name) => tools.has(name) && name !== action.name);
  const error = {
    code,
    message: messageOf(problem),
    ...(details ? { details: fitted(details, room.error).value } : {}),
    ...(help.length > 0 ? { help: `Call ${help.map((name) => `\`${name}\``).join(" or ")}.` } : {}),
    request_id: requestId,
  };
  const meta = { request_id: requestId, status, error, ...(limit ? { limit: limitMeta(limit) } : {}) };
  return { isError: true, text: JSON.stringify(error), json: null, meta: { [metaName]: meta } };
}

const limitMeta = ({ limit, remaining, resetSeconds }: NonNullable<Success["limit"]>) => ({
  limit,
  remaining,
  reset_seconds: resetSeconds,
});
