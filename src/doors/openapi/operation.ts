import { type AnyAction, placeOf, route } from "../../kernel/action.ts";
import { type ProblemCode, problems } from "../../kernel/problem.ts";
import { exampleOf } from "./example.ts";
import { headerRefs, limitHeaderNames, responseName } from "./parts.ts";
import type { Json, Schemas } from "./schemas.ts";

type Properties = Record<string, Json>;

const inPlace = (action: AnyAction, place: "path" | "query" | "body"): [name: string, schema: Json][] =>
  Object.entries(action.input.properties as Properties).filter(
    ([name]) => placeOf(action.http, name) === place,
  );

const isRequired = (action: AnyAction, name: string): boolean => (action.input.required ?? []).includes(name);

const takesBody = (action: AnyAction): boolean => inPlace(action, "body").length > 0;

/** One action as an operation of the document. */
export function operation(action: AnyAction, schemas: Schemas): Json {
  return {
    operationId: action.name,
    tags: [action.tag],
    summary: action.summary,
    description: `${action.sessionOnly ? "Takes a session JWT only. " : ""}A connected assistant needs the scope \`${action.scope}\`.`,
    ...(action.deprecated ? { deprecated: true } : {}),
    security: action.sessionOnly ? [{ sessionJwt: [] }] : [{ apiKey: [] }, { sessionJwt: [] }],
    "x-rate-limit-bucket": action.limit,
    parameters: [...parametersOf(action, schemas), ...headerParameters(action)],
    ...(takesBody(action) ? { requestBody: requestBody(action, schemas) } : {}),
    responses: { ...successes(action, schemas), ...failures(action) },
  };
}

function parametersOf(action: AnyAction, schemas: Schemas): Json[] {
  return (["path", "query"] as const).flatMap((place) =>
    inPlace(action, place).map(([name, { description, ...schema }]) => ({
      ...{ name, in: place, required: place === "path" || isRequired(action, name) },
      description,
      schema: schemas.shown(schema),
      example: exampleOf(schema),
    })),
  );
}

function headerParameters(action: AnyAction): Json[] {
  const { method } = route(action.http);
  const names = [
    ...(method === "POST" ? ["IdempotencyKey"] : []),
    ...(method === "GET" ? ["IfNoneMatch"] : []),
    ...(action.mayAnswer?.includes(202) ? ["Prefer"] : []),
  ];
  return names.map((name) => ({ $ref: `#/components/parameters/${name}` }));
}

function requestBody(action: AnyAction, schemas: Schemas): Json {
  const fields = inPlace(action, "body");
  const whole = action.body && fields.find(([name]) => name === action.body!.field)?.[1];
  if (whole) {
    const lines = { type: "string", description: "JSON Lines: one item per line." };
    return {
      required: true,
      content: {
        "application/json": { schema: schemas.shown(whole), example: exampleOf(whole) },
        "application/x-ndjson": {
          schema: lines,
          example: `${(exampleOf(whole) as unknown[]).map((row) => JSON.stringify(row)).join("\n")}\n`,
        },
      },
    };
  }
  const required = fields.map(([name]) => name).filter((name) => isRequired(action, name));
  const schema = {
    type: "object",
    ...(required.length > 0 ? { required } : {}),
    properties: Object.fromEntries(fields),
  };
  return {
    required: required.length > 0,
    content: { "application/json": { schema: schemas.shown(schema), example: exampleOf(schema) } },
  };
}

function successes(action: AnyAction, schemas: Schemas): Json {
  const { method } = route(action.http);
  const usual = action.status ?? 200;
  const responses: Json = {};
  for (const status of [...new Set<number>([usual, ...(action.mayAnswer ?? [])])].sort()) {
    responses[status] = {
      description: statusWords[status],
      headers: headerRefs([...limitHeaderNames, ...headersOf(action, method, status)]),
      content: contentOf(action, schemas),
    };
  }
  if (method === "GET") {
    responses[304] = {
      description: "Nothing changed since the given ETag.",
      headers: headerRefs([...limitHeaderNames, "ETag"]),
    };
  }
  return responses;
}

const statusWords: Record<number, string> = {
  200: "Done.",
  201: "Made.",
  202: "Accepted; poll the Location until it is terminal.",
};

function headersOf(action: AnyAction, method: string, status: number): string[] {
  return [
    ...(method === "GET" ? ["ETag"] : []),
    ...(method === "POST" ? ["Idempotent-Replayed"] : []),
    ...(status === 202 ? ["Location", "Retry-After"] : status === 201 ? ["Location"] : []),
    ...(action.deprecated ? ["Deprecation", "Sunset", "Link"] : []),
  ];
}

function contentOf(action: AnyAction, schemas: Schemas): Json {
  if (action.produces) {
    return Object.fromEntries(
      action.produces.map((type) => [type.split(";")[0]!.trim(), { schema: { type: "string" } }]),
    );
  }
  const data = action.output as Json;
  const meta = {
    request_id: exampleOf({ type: "string", format: "uuid" }),
    billing: { plan: "free" },
    ...(action.paged ? { pagination: { limit: 50, next_cursor: null, has_more: false } } : {}),
  };
  return {
    "application/json": {
      schema: {
        type: "object",
        required: ["data", "meta"],
        additionalProperties: false,
        properties: { data: schemas.shown(data), meta: { $ref: "#/components/schemas/Meta" } },
      },
      example: { data: exampleOf(data), meta },
    },
  };
}

/** What every operation may answer, whoever calls it with whatever. */
const always: ProblemCode[] = [
  ...(["VALIDATION_ERROR", "UNAUTHORIZED", "INSUFFICIENT_SCOPE", "URI_TOO_LONG", "RATE_LIMITED"] as const),
  ...(["HEADERS_TOO_LARGE", "REQUEST_TIMEOUT", "INTERNAL_ERROR", "SERVICE_UNAVAILABLE"] as const),
];

/** Every code an action may answer with: those it names, and those that follow from what it declares. */
export function codesOf(action: AnyAction): ProblemCode[] {
  const { method } = route(action.http);
  const codes: ProblemCode[] = [
    ...always,
    ...(action.on === "project" ? (["PROJECT_NOT_FOUND"] as const) : []),
    ...(action.feature ? (["NO_ENTITLEMENT", "BILLING_REQUIRED"] as const) : []),
    ...(action.spends ? (["BILLING_REQUIRED"] as const) : []),
    ...(action.sessionOnly ? (["JWT_REQUIRED"] as const) : []),
    ...(method === "POST" ? (["IDEMPOTENCY_KEY_REUSED", "IDEMPOTENCY_IN_PROGRESS"] as const) : []),
    ...(method !== "GET" && method !== "DELETE"
      ? (["INVALID_JSON", "PAYLOAD_TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE"] as const)
      : []),
    ...(action.secret ? (["SECRET_ALREADY_SHOWN"] as const) : []),
    ...(action.problems ?? []),
  ];
  return [...new Set(codes)];
}

function failures(action: AnyAction): Json {
  const byStatus = Object.groupBy(codesOf(action), (code) => problems[code].status);
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, codes]) => [
      status,
      {
        $ref: `#/components/responses/${responseName(Number(status))}`,
        description: codes!.map((code) => `\`${code}\`: ${problems[code].says}`).join(" "),
      },
    ]),
  );
}
