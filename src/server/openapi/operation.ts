import { type AnyAction, placeOf, route } from "../api/action.ts";
import { showAs, shownAs } from "../api/schema/openapi-hints.ts";
import { type ProblemCode, problems } from "../kernel/problem.ts";
import { successHeaders } from "./answer-headers.ts";
import { exampleOf } from "./example.ts";
import { areUsual, describedAs } from "./failures.ts";
import { headerRefs } from "./parts.ts";
import type { Json, Schemas } from "./schemas.ts";
import { ownSecurity } from "./security.ts";
import { answerExamples, bodyExamples, type Examples } from "./shown-examples.ts";

type Properties = Record<string, Json>;

const inPlace = (action: AnyAction, place: "path" | "query" | "body"): [name: string, schema: Json][] =>
  Object.entries(action.input.properties as Properties).filter(
    ([name]) => placeOf(action.http, name) === place,
  );

const isRequired = (action: AnyAction, name: string): boolean => (action.input.required ?? []).includes(name);

const takesBody = (action: AnyAction): boolean => inPlace(action, "body").length > 0;

/** One action as an operation of the document. */
export function operation(action: AnyAction, schemas: Schemas, examples: Examples): Json {
  return {
    operationId: action.name,
    tags: [action.tag],
    summary: action.summary,
    description: action.description ?? action.summary,
    ...(action.deprecated ? { deprecated: true } : {}),
    ...ownSecurity(action),
    "x-rate-limit-bucket": action.limit,
    parameters: [...parametersOf(action, schemas), ...headerParameters(action)],
    ...(takesBody(action) ? { requestBody: requestBody(action, schemas) } : {}),
    responses: { ...successes(action, schemas, examples), ...failures(action) },
  };
}

function parametersOf(action: AnyAction, schemas: Schemas): Json[] {
  const fields = action.example?.().fields as Json | undefined;
  return (["path", "query"] as const).flatMap((place) =>
    inPlace(action, place).map(([name, { description, ...schema }]) => ({
      ...{ name, in: place, ...(place === "path" || isRequired(action, name) ? { required: true } : {}) },
      description,
      schema: schemas.schemaOf(schema),
      // A list of words or a default is example enough.
      ...("enum" in schema || "default" in schema ? {} : { example: fields?.[name] ?? exampleOf(schema) }),
    })),
  );
}

function headerParameters(action: AnyAction): Json[] {
  const { method } = route(action.http);
  const names = [
    "Organization",
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
        "application/json": {
          schema: schemas.register(`${pascal(action.name)}Request`, whole),
          ...bodyExamples(action, whole),
        },
        "application/x-ndjson": {
          schema: lines,
          example: jsonLines(action, whole),
        },
      },
    };
  }
  const required = fields.map(([name]) => name).filter((name) => isRequired(action, name));
  const schema = {
    type: "object",
    ...(required.length > 0 ? { required } : {}),
    properties: Object.fromEntries(fields),
    ...(action.input.additionalProperties === true ? { additionalProperties: true } : {}),
  };
  return {
    required: required.length > 0 || isDemanded(action),
    content: {
      "application/json": {
        schema: schemas.register(`${pascal(action.name)}Request`, showAs(schema, shownAs(action.input))),
        ...bodyExamples(action, schema),
      },
    },
  };
}

/** An empty body never suffices although no single field is required: combinations of fields are. */
const isDemanded = ({ input }: AnyAction): boolean => input.additionalProperties === true;

/** A list's example as JSON Lines, with only the required fields: the list itself shows the others. */
function jsonLines(action: AnyAction, list: Json): string {
  const { example, examples } = bodyExamples(action, list);
  const rows = (example ?? Object.values(examples!)[0]!.value) as Json[];
  const { required = [] } = list.items as { required?: string[] };
  return rows
    .map((row) => `${JSON.stringify(Object.fromEntries(required.map((name) => [name, row[name]])))}\n`)
    .join("");
}

/** `create_project` becomes CreateProject. */
const pascal = (name: string): string =>
  name.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());

function successes(action: AnyAction, schemas: Schemas, examples: Examples): Json {
  const responses: Json = {};
  for (const status of successStatuses(action)) {
    responses[status] = {
      description: statusWords[status],
      headers: headerRefs(successHeaders(action, status)),
      content: contentOf(action, status, schemas, examples),
    };
  }
  if (mayBeUnchanged(action)) responses[304] = { $ref: "#/components/responses/NotModified" };
  return responses;
}

/** The success statuses that an action can answer with, in order. */
export const successStatuses = (action: AnyAction): number[] =>
  [...new Set<number>([action.status ?? 200, ...(action.mayAnswer ?? [])])].sort();

/** Every status that the document lists for an action. */
export const statusesOf = (action: AnyAction): number[] => [
  ...successStatuses(action),
  ...(mayBeUnchanged(action) ? [304] : []),
  ...new Set(codesOf(action).map((code) => problems[code].status)),
];

const mayBeUnchanged = ({ http, produces }: AnyAction): boolean => route(http).method === "GET" && !produces;

const statusWords: Record<number, string> = {
  200: "Done.",
  201: "Created.",
  202: "Accepted. Poll the Location until `terminal` is true.",
};

function contentOf(action: AnyAction, status: number, schemas: Schemas, examples: Examples): Json {
  if (action.produces) {
    const text: Record<string, string> | undefined = action.example?.().text;
    return Object.fromEntries(
      action.produces.map((type) => {
        const mediaType = type.split(";")[0]!.trim();
        const example = text?.[mediaType];
        return [mediaType, { schema: { type: "string" }, ...(example === undefined ? {} : { example }) }];
      }),
    );
  }
  const data = action.output as Json;
  return {
    "application/json": {
      schema: {
        allOf: [
          { $ref: "#/components/schemas/Envelope" },
          { type: "object", required: ["data"], properties: { data: schemas.schemaOf(data) } },
        ],
      },
      ...answerExamples(action, status, examples),
    },
  };
}

/** What every operation may answer, whatever the call. */
const always: ProblemCode[] = [
  ...(["VALIDATION_ERROR", "UNAUTHORIZED", "INSUFFICIENT_SCOPE", "INSUFFICIENT_ROLE"] as const),
  ...(["ORGANIZATION_NOT_FOUND", "URI_TOO_LONG", "RATE_LIMITED"] as const),
  ...(["HEADERS_TOO_LARGE", "REQUEST_TIMEOUT", "INTERNAL_ERROR", "SERVICE_UNAVAILABLE"] as const),
];

/** Every code that an action may answer with: those it names, and those that follow from its declaration. */
export function codesOf(action: AnyAction): ProblemCode[] {
  const { method } = route(action.http);
  const codes: ProblemCode[] = [
    ...always,
    ...(action.on === "project" ? (["PROJECT_NOT_FOUND"] as const) : []),
    ...(action.unlimited ? (["LIMITED_MEMBER"] as const) : []),
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
  const byStatus = Object.groupBy(codesOf(action), (code) => describedAs(code));
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, codes]) => [
      status,
      {
        $ref: `#/components/responses/${status}`,
        ...(areUsual(status, codes!)
          ? {}
          : { description: `${codes!.map((code) => `\`${code}\``).join(", ")}.` }),
      },
    ]),
  );
}
