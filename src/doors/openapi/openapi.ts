import { type AnyAction, route } from "../../kernel/action.ts";
import { isLoopback } from "../../kernel/outside/loopback.ts";
import { problems } from "../../kernel/problem.ts";
import { codesOf, operation } from "./operation.ts";
import {
  envelopeSchemas,
  errorResponse,
  headerName,
  headers,
  notModified,
  parameters,
  responseName,
} from "./parts.ts";
import { createSchemas, type Json } from "./schemas.ts";
import { securitySchemes } from "./security.ts";
import { sharedParts } from "./shared-parts.ts";
import type { Examples } from "./shown-examples.ts";

const tags: { name: AnyAction["tag"]; description: string }[] = [
  { name: "projects", description: "Brands, their rivals and how they are measured." },
  { name: "analysis", description: "Asking assistants." },
  { name: "reports", description: "What was found." },
  { name: "sharing", description: "Public pages of a report, for who has the link." },
  { name: "account", description: "What the account may do, and its clients." },
  { name: "content", description: "The website: how ready it is, and what to write for it." },
  { name: "keys", description: "API keys. Only a session JWT may manage them." },
  { name: "organization", description: "Who works together, and as what." },
  { name: "setup", description: "What a self-hosted server needs beside the rest." },
];

/** The OpenAPI 3.1.1 document of a list of actions, for the given addresses. Source: docs/contract/openapi.md. */
export function openapi(
  actions: readonly AnyAction[],
  { baseUrl, siteUrl }: { baseUrl: string; siteUrl: string },
): Json {
  const schemas = createSchemas();
  const examples: Examples = {};
  const paths: Record<string, Json> = {};
  for (const action of actions) {
    const { method, path } = route(action.http);
    const local = path.replace(/^\/v1/, "");
    paths[local] ??= {};
    paths[local][method.toLowerCase()] = operation(action, schemas, examples);
  }
  const shared = sharedParts(paths);
  const usedTags = new Set(actions.map(({ tag }) => tag));
  const statuses = new Set(actions.flatMap(codesOf).map((code) => problems[code].status));
  const components = {
    securitySchemes: securitySchemes(siteUrl),
    parameters: { ...parameters, ...shared.components.parameters },
    headers: Object.fromEntries(Object.entries(headers).map(([name, header]) => [headerName(name), header])),
    responses: {
      ...shared.components.responses,
      NotModified: notModified,
      ...Object.fromEntries(
        [...statuses].sort().map((status) => [responseName(status), errorResponse(status)]),
      ),
    },
    examples,
    schemas: {
      ...envelopeSchemas,
      ...Object.fromEntries(Object.entries(schemas.components).sort(([a], [b]) => (a < b ? -1 : 1))),
    },
  };
  return {
    openapi: "3.1.1",
    info: {
      title: "Overheard",
      version: "1.0.0",
      summary: "What AI assistants say about a brand, measured.",
      description:
        "Answers are `{ data, meta }`, failures `{ error }`. Parameters are camelCase, results snake_case. Unknown parameters are ignored and reported in `meta.warnings`. Enumerations in results may grow.",
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
      contact: { name: "Overheard", url: siteUrl },
    },
    servers: [{ url: `${baseUrl}/v1`, description: environmentOf(baseUrl), "x-internal": false }],
    tags: tags.filter(({ name }) => usedTags.has(name)),
    paths: shared.paths,
    components: used(components, JSON.stringify([shared.paths, components])),
  };
}

const environmentOf = (baseUrl: string): string =>
  isLoopback(new URL(baseUrl).hostname) ? "This machine (local)." : "This server (production).";

/** The components that something refers to. */
function used(components: Record<string, Record<string, unknown>>, text: string): Json {
  const isUsed = (kind: string, name: string) =>
    kind === "securitySchemes" || text.includes(`"#/components/${kind}/${name}"`);
  return Object.fromEntries(
    Object.entries(components).map(([kind, parts]) => [
      kind,
      Object.fromEntries(Object.entries(parts).filter(([name]) => isUsed(kind, name))),
    ]),
  );
}
