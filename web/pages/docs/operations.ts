/** A schema of the document, as far as it is shown. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  title?: string;
  description?: string;
  enum?: unknown[];
  const?: unknown;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  format?: string;
  default?: unknown;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  maxItems?: number;
}

interface Parameter {
  $ref?: string;
  name: string;
  in: "path" | "query" | "header";
  required?: boolean;
  description?: string;
  schema?: Schema;
  example?: unknown;
}

interface Content {
  schema?: Schema;
  example?: unknown;
  examples?: Record<string, { value?: unknown }>;
}

interface Response {
  $ref?: string;
  description?: string;
  content?: Record<string, Content>;
}

interface RawOperation {
  operationId?: string;
  summary?: string;
  description?: string;
  tags?: string[];
  parameters?: Parameter[];
  requestBody?: { content?: Record<string, Content> };
  responses?: Record<string, Response>;
  security?: Record<string, string[]>[];
}

/** An OpenAPI document. */
export interface Document {
  paths: Record<string, Record<string, RawOperation>>;
  components: Record<string, Record<string, unknown>>;
}

/** One route. */
export interface Operation {
  id: string;
  method: string;
  path: string;
  summary: string;
  description: string;
  tag: string;
  sessionOnly: boolean;
  parameters: Parameter[];
  body: Schema | null;
  bodyExample: unknown;
  answers: { status: string; says: string }[];
  answerExample: unknown;
}

const methods = ["get", "post", "put", "patch", "delete"];

/** What a reference of the document points at. */
export function resolved<T extends { $ref?: string }>(document: Document, thing: T): T {
  const [, group, name] = /^#\/components\/(\w+)\/(.+)$/.exec(thing.$ref ?? "") ?? [];
  if (!group || !name) return thing;
  return (document.components[group]?.[name] as T | undefined) ?? thing;
}

/** Every route, in the order of the document. */
export const operationsOf = (document: Document): Operation[] =>
  Object.entries(document.paths).flatMap(([path, routes]) =>
    methods.flatMap((method) => {
      const raw = routes[method];
      return raw?.operationId ? [operationOf(document, method, path, raw)] : [];
    }),
  );

function operationOf(document: Document, method: string, path: string, raw: RawOperation): Operation {
  const requestBody = raw.requestBody?.content?.["application/json"];
  const answers = Object.entries(raw.responses ?? {}).map(([status, response]) => {
    const description = resolved(document, response);
    return {
      status,
      says: description.description ?? "",
      content: description.content?.["application/json"],
    };
  });
  const done = answers.find(({ status }) => status.startsWith("2"));
  return {
    id: raw.operationId ?? "",
    method: method.toUpperCase(),
    path,
    summary: raw.summary ?? "",
    description: raw.description ?? "",
    tag: raw.tags?.[0] ?? "",
    sessionOnly: raw.security?.length === 1 && raw.security[0]?.sessionJwt !== undefined,
    parameters: (raw.parameters ?? []).map((parameter) => resolved(document, parameter)),
    body: requestBody?.schema ?? null,
    bodyExample: exampleIn(requestBody),
    answers: answers.map(({ status, says }) => ({ status, says })),
    answerExample: exampleIn(done?.content),
  };
}

const exampleIn = (content: Content | undefined): unknown =>
  content?.example ?? Object.values(content?.examples ?? {})[0]?.value ?? null;

/** A field of a body, `depth` levels in. */
export interface Row {
  name: string;
  depth: number;
  type: string;
  required: boolean;
  says: string;
}

const deepest = 3;

/** The fields of a body, those of objects within it after them. */
export function rowsOf(document: Document, schema: Schema, depth = 0): Row[] {
  const { properties, required } = merged(document, schema);
  return Object.entries(properties).flatMap(([name, field]) => {
    const row = {
      ...{ name, depth, type: typeOf(document, field) },
      ...{ required: required.has(name), says: saidOf(document, field) },
    };
    const inner = objectIn(document, field);
    return [row, ...(inner && depth < deepest ? rowsOf(document, inner, depth + 1) : [])];
  });
}

function merged(document: Document, schema: Schema) {
  const base = resolved(document, schema);
  const properties: Record<string, Schema> = {};
  const required = new Set(base.required);
  for (const part of base.allOf ?? []) {
    const inner = merged(document, part);
    Object.assign(properties, inner.properties);
    for (const name of inner.required) required.add(name);
  }
  Object.assign(properties, base.properties);
  return { properties, required };
}

function objectIn(document: Document, schema: Schema): Schema | null {
  const target = resolved(document, schema);
  if (target.properties || target.allOf) return target;
  const choices = [...(target.anyOf ?? []), ...(target.oneOf ?? []), ...(target.items ? [target.items] : [])];
  for (const choice of choices) {
    const inner = objectIn(document, choice);
    if (inner) return inner;
  }
  return null;
}

const saidOf = (document: Document, schema: Schema): string =>
  schema.description ?? resolved(document, schema).description ?? "";

/** A type in a few words: "string, at most 120", "list of object". */
export function typeOf(document: Document, schema: Schema): string {
  const target = resolved(document, schema);
  const choices = [...(target.anyOf ?? []), ...(target.oneOf ?? [])];
  if (choices.length > 0) return [...new Set(choices.map((each) => typeOf(document, each)))].join(" or ");
  if (target.enum) return target.enum.map((value) => JSON.stringify(value)).join(", ");
  if (target.const !== undefined) return JSON.stringify(target.const);
  if (target.items) return `list of ${typeOf(document, target.items)}`;
  if (target.properties || target.allOf) return "object";
  const type = [target.type ?? "any"].flat().join(" or ");
  const bounds = [
    target.format,
    target.minimum !== undefined && target.maximum !== undefined && `${target.minimum} to ${target.maximum}`,
    target.maxLength !== undefined && `at most ${target.maxLength} characters`,
  ].filter(Boolean);
  return [type, ...bounds].join(", ");
}
