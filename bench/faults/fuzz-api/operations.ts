/** What openapi.json says of one operation, as far as requests are drawn from it. */
export interface Operation {
  method: string;
  path: string;
  parameters: { name: string; in: string; example?: unknown; schema: unknown }[];
  /** The first example of its body. */
  body: unknown;
  statuses: Set<string>;
  /** The media types of what it answers in success. */
  types: Set<string>;
}

interface Node {
  $ref?: string;
  content?: Record<string, { example?: unknown; examples?: Record<string, { value: unknown }> }>;
}

interface Described {
  parameters?: (Operation["parameters"][number] & Node)[];
  requestBody?: Node;
  responses: Record<string, Node>;
}

/** Every operation of the document that the server at this address serves. */
export async function operationsOf(url: string): Promise<Operation[]> {
  const document = (await (await fetch(`${url}/openapi.json`)).json()) as {
    paths: Record<string, Record<string, Described>>;
    components: Record<string, Record<string, unknown>>;
  };
  const resolved = <T extends Node>(node: T): T => {
    const [, kind = "", name = ""] = /^#\/components\/(\w+)\/(.+)$/.exec(node.$ref ?? "") ?? [];
    return node.$ref ? (document.components[kind]![name] as T) : node;
  };
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const content = operation.requestBody && resolved(operation.requestBody).content?.["application/json"];
      return {
        method: method.toUpperCase(),
        path,
        parameters: (operation.parameters ?? []).map(resolved),
        body: content?.example ?? Object.values(content?.examples ?? {})[0]?.value,
        statuses: new Set(Object.keys(operation.responses)),
        types: new Set(
          Object.entries(operation.responses).flatMap(([status, response]) =>
            status.startsWith("2") ? Object.keys(resolved(response).content ?? {}) : [],
          ),
        ),
      };
    }),
  );
}
