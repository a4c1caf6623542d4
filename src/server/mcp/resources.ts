import {
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  ResourceNotFoundError,
} from "@modelcontextprotocol/server";
import type { AnyAction } from "../api/action.ts";
import type { Ports } from "../api/context.ts";
import { perform } from "../api/perform.ts";
import { fenced, randomMark } from "./fence.ts";
import { glossary } from "./glossary.ts";
import { toolCall, type Visit } from "./tool-call.ts";

/** JSON within the fence that all other people's words have. */
const reportType = "text/plain";

const glossaryUri = "overheard://glossary";

export const resourceList = [
  {
    uri: glossaryUri,
    name: "glossary",
    title: "Glossary of metrics",
    description: "What each figure of a report means, with its range.",
    mimeType: "text/markdown",
  },
];

/** The actions with a resource address, as templates; only those that the token may use. */
export const resourceTemplates = (actions: readonly AnyAction[], { caller }: Visit) =>
  readable(actions)
    .filter(({ scope }) => caller.scopes.includes(scope))
    .map(({ resource, name, summary }) => ({
      uriTemplate: resource,
      name,
      title: name.charAt(0).toUpperCase() + name.slice(1).replaceAll("_", " "),
      description: summary,
      mimeType: reportType,
    }));

/** Reads a resource through the action that declares it. Throws the protocol's own errors. */
export async function readResource(
  actions: readonly AnyAction[],
  ports: Ports,
  visit: Visit,
  uri: string,
): Promise<ReadResourceResult> {
  if (uri === glossaryUri) return { contents: [{ uri, mimeType: "text/markdown", text: glossary() }] };
  for (const action of readable(actions)) {
    const fields = fieldsIn(action.resource, uri);
    if (!fields) continue;
    const outcome = await perform(action, ports, toolCall(visit, fields, action.input));
    if (outcome.ok)
      return { contents: [{ uri, mimeType: reportType, text: fenced(outcome.content.json, randomMark) }] };
    const { code, message, status } = outcome.problem;
    if (status === 404) throw new ResourceNotFoundError(uri, `${code}: ${message}`);
    const data = { code, request_id: outcome.requestId };
    throw new ProtocolError(errorCodeOf(status), `${code}: ${message}`, data);
  }
  throw new ResourceNotFoundError(uri);
}

const errorCodeOf = (status: number) =>
  status >= 500 ? ProtocolErrorCode.InternalError : ProtocolErrorCode.InvalidParams;

const readable = (actions: readonly AnyAction[]) =>
  actions.filter((action): action is AnyAction & { resource: string } => action.resource !== undefined);

/** The path parameters in an address that matches this template; null if it does not. */
function fieldsIn(template: string, uri: string): Record<string, string> | null {
  const segments = template.split("/");
  const uriSegments = uri.split("/");
  if (segments.length !== uriSegments.length) return null;
  const fields: Record<string, string> = {};
  for (const [index, segment] of segments.entries()) {
    if (segment.startsWith("{")) fields[segment.slice(1, -1)] = uriSegments[index]!;
    else if (segment !== uriSegments[index]) return null;
  }
  return fields;
}
