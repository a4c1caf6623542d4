import { type AnyAction, route } from "../api/action.ts";
import { type Addresses, atAddresses } from "./addresses.ts";
import { describedAs, failureResponse } from "./failures.ts";
import { codesOf, operation } from "./operation.ts";
import { envelopeSchemas, headerName, headers, notModified, parameters } from "./parts.ts";
import { createSchemas, type Json } from "./schemas.ts";
import { usualSecurity } from "./security.ts";
import { settleExamples, sharedParts } from "./shared-parts.ts";
import type { Examples } from "./shown-examples.ts";
import { webhooksOf } from "./webhooks.ts";

const tags: { name: AnyAction["tag"]; description: string }[] = [
  { name: "projects", description: "Brands, their competitors and how they are measured." },
  { name: "analysis", description: "Asking assistants." },
  { name: "reports", description: "Results of analyses." },
  { name: "sharing", description: "Public pages of a report, for anyone with the link." },
  { name: "account", description: "Plan, quotas and client workspaces." },
  { name: "content", description: "The website: how ready it is and what to write for it." },
  { name: "keys", description: "API keys. Only a session JWT can manage them." },
  {
    name: "organization",
    description: "Members, roles, invitations, destinations, the nightly export and the audit log.",
  },
  { name: "setup", description: "Projects, crawls, imports and what else a self-hosted server needs." },
];

/** The OpenAPI 3.1.1 document of a list of actions, for the given addresses. Source: docs/contract/openapi.md. */
export function openapi(actions: readonly AnyAction[], addresses: Addresses): Json {
  const schemas = createSchemas();
  const examples: Examples = {};
  const paths: Record<string, Json> = {};
  for (const action of actions) {
    const { method, path } = route(action.http);
    const local = path.replace(/^\/v1/, "");
    paths[local] ??= {};
    paths[local][method.toLowerCase()] = operation(action, schemas, examples);
  }
  const tells = actions.some(({ name }) => name === "create_webhook");
  const webhooks = tells ? webhooksOf(schemas) : null;
  const shared = sharedParts(paths);
  const responses = Object.values(shared.paths).flatMap((item) =>
    (Object.values(item) as Json[]).flatMap(({ responses }) =>
      Object.values(responses as Record<string, Json>),
    ),
  );
  const sharedExamples = settleExamples(
    [...responses, ...Object.values(shared.components.responses)],
    examples,
  );
  const usedTags = new Set(actions.map(({ tag }) => tag));
  const failures = new Set(actions.flatMap(codesOf).map((code) => describedAs(code)));
  const components = {
    parameters: { ...parameters, ...shared.components.parameters },
    headers: Object.fromEntries(Object.entries(headers).map(([name, header]) => [headerName(name), header])),
    responses: {
      ...shared.components.responses,
      NotModified: notModified,
      ...Object.fromEntries([...failures].sort().map((key) => [key, failureResponse(key)])),
    },
    examples: sharedExamples,
    schemas: {
      ...envelopeSchemas,
      ...Object.fromEntries(Object.entries(schemas.components).sort(([a], [b]) => (a < b ? -1 : 1))),
    },
  };
  const document = {
    openapi: "3.1.1",
    info: {
      title: "Overheard",
      version: "1.0.0",
      summary: "What AI assistants say about a brand, measured.",
      description:
        "Answers are `{ data, meta }`, failures `{ error }`. Parameters are camelCase, results snake_case. Unknown parameters are ignored and reported in `meta.warnings`. Enumerations in results may grow.",
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    security: usualSecurity,
    tags: tags.filter(({ name }) => usedTags.has(name)),
    paths: shared.paths,
    ...(webhooks ? { webhooks } : {}),
    components: used(components, JSON.stringify([shared.paths, webhooks, components])),
  };
  return atAddresses(document, addresses);
}

/** The components that something refers to. */
function used(components: Record<string, Record<string, unknown>>, text: string): Json {
  const isUsed = (kind: string, name: string) => text.includes(`"#/components/${kind}/${name}"`);
  return Object.fromEntries(
    Object.entries(components).map(([kind, parts]) => [
      kind,
      Object.fromEntries(Object.entries(parts).filter(([name]) => isUsed(kind, name))),
    ]),
  );
}
