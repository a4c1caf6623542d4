import assert from "node:assert/strict";
import { test } from "node:test";
import type { TObject, TSchema } from "typebox";
import { Compile } from "typebox/compile";
import { testActions } from "../../../test/http/actions.ts";
import { bearer, testDoor } from "../../../test/http/door.ts";
import { actions } from "../actions.ts";
import { type AnyAction, placeOf, route } from "../api/action.ts";
import type { Example } from "../api/schema/example.ts";
import { eventTypes } from "../events/event.ts";
import { committedDocument } from "./committed.ts";
import { exampleOf } from "./example.ts";
import { openapi } from "./openapi.ts";
import { successStatuses } from "./operation.ts";
import type { Json } from "./schemas.ts";

const addresses = { baseUrl: "https://api.test", siteUrl: "https://site.test" };
const everything = [
  ...actions,
  ...testActions.filter(({ name }) => !actions.some((action) => action.name === name)),
];
// biome-ignore lint/suspicious/noExplicitAny: a document is walked as plain data
const document = openapi(actions, addresses) as any;
// biome-ignore lint/suspicious/noExplicitAny: see above
const tested = openapi(testActions, addresses) as any;

test("the document is OpenAPI 3.1.1 of version 1.0.0, at the API's own address", () => {
  assert.deepEqual(
    [document.openapi, document.info.version, document.servers[0].url],
    ["3.1.1", "1.0.0", "https://api.test/v1"],
  );
  assert.deepEqual(
    [document.info.license.identifier, document.info.contact.url],
    ["Apache-2.0", "https://site.test"],
  );
});

test("every route is in the document, and nothing else", () => {
  const described = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.keys(item as object).map((method) => `${method.toUpperCase()} /v1${path}`),
  );
  assert.deepEqual(described.sort(), actions.map(({ http }) => http).sort());
});

test("no union has a default, which generators would give to each of its branches", () => {
  const unions: string[] = [];
  JSON.stringify(document, (_key, value) => {
    const { anyOf, oneOf, type, default: usual } = (value ?? {}) as Record<string, unknown>;
    const isUnion =
      anyOf ?? oneOf ?? (Array.isArray(type) && type.filter((one) => one !== "null").length > 1);
    if (isUnion && usual !== undefined) unions.push(JSON.stringify(value));
    return value;
  });
  assert.deepEqual(unions, []);
});

test("the webhooks are those that destinations are told, and there are no callbacks", () => {
  assert.doesNotMatch(JSON.stringify(document), /"callbacks"/);
  const bodies = Object.values(document.webhooks as Record<string, { post: Described }>).map(({ post }) => {
    const { enum: several, const: one } = post.requestBody.content["application/json"].schema.properties.type;
    return several ?? one;
  });
  assert.deepEqual(bodies.flat().sort(), [...eventTypes].sort());
});

interface Described {
  requestBody: {
    content: {
      "application/json": { schema: { properties: { type: { enum?: string[]; const?: string } } } };
    };
  };
}

test("every reference leads somewhere, and every component is referred to", () => {
  const references = new Set(
    [...JSON.stringify(document).matchAll(/"#\/components\/(\w+)\/([\w-]+)"/g)].map(
      (match) => `${match[1]}/${match[2]}`,
    ),
  );
  const { securitySchemes: _, ...kinds } = document.components;
  const components = Object.entries(kinds).flatMap(([kind, parts]) =>
    Object.keys(parts as object).map((name) => `${kind}/${name}`),
  );
  assert.deepEqual([...references].sort(), components.sort());
});

test("only a session JWT opens the routes of keys, connectors and members, everything else takes any token, a connector's with its scope", () => {
  for (const action of actions) {
    const { method, path } = route(action.http);
    const { security = document.security } = document.paths[path.replace("/v1", "")][method.toLowerCase()];
    // Which these are, test/contract.test.ts holds.
    const expected = action.sessionOnly
      ? [{ sessionJwt: [] }]
      : [{ apiKey: [] }, { sessionJwt: [] }, { connector: [action.scope] }];
    assert.deepEqual(security, expected, action.name);
  }
});

test("every operation may be refused with 401, 429 and 500 in the error envelope", () => {
  for (const item of Object.values<Json>(document.paths)) {
    for (const operation of Object.values(item) as { responses: Record<string, Json> }[]) {
      for (const status of ["400", "401", "403", "429", "500", "503"])
        assert.ok(operation.responses[status], status);
    }
  }
  const failures = Object.entries<{ content: Json }>(document.components.responses).filter(([name]) =>
    /^[45]/.test(name),
  );
  assert.ok(failures.length > 10);
  for (const [, response] of failures) {
    assert.match(JSON.stringify(response.content), /#\/components\/schemas\/Error/);
  }
});

test("billing promises nothing but the plan", () => {
  const { required, additionalProperties } = document.components.schemas.Billing;
  assert.deepEqual([required, additionalProperties], [["plan"], true]);
});

test("a retired route is marked, a current one never", () => {
  assert.equal(tested.paths["/old"].get.deprecated, true);
  assert.ok(tested.paths["/old"].get.responses[200].headers.Sunset);
  assert.doesNotMatch(JSON.stringify(document), /"deprecated"/);
});

test("a body of rows is described as a JSON list and as JSON Lines", () => {
  const { content } = tested.paths["/projects/{projectId}/things"].post.requestBody;
  assert.deepEqual(Object.keys(content), ["application/json", "application/x-ndjson"]);
  const { $ref } = content["application/json"].schema;
  assert.equal(tested.components.schemas[$ref.split("/").at(-1)].type, "array");
  assert.doesNotThrow(() => JSON.parse(content["application/x-ndjson"].example));
});

for (const action of everything) {
  test(`the smallest values of ${action.name} are valid`, () => {
    for (const schema of [action.input, ...(action.produces ? [] : [action.output])]) {
      const example = exampleOf(schema);
      assert.ok(Compile(schema).Check(example), JSON.stringify(Compile(schema).Errors(example)));
    }
  });
}

for (const action of actions) {
  test(`${action.name} is described by what it is for, with examples that are valid`, () => {
    assert.ok(action.description, "a description of its own");
    const example: Example<TObject, TSchema> | undefined = action.example?.();
    assert.ok(example, "an example beside its schemas");
    const { fields = {}, bodies = {}, answers = {}, text } = example;
    for (const [name, schema] of Object.entries(action.input.properties)) {
      if (placeOf(action.http, name) === "body") continue;
      assertValid(schema as TSchema, fields[name], `the field ${name}`);
    }
    for (const [name, { value }] of Object.entries(bodies)) {
      const given = action.body ? { [action.body.field]: value } : (value as object);
      assertValid(action.input, { ...fields, ...given }, `the body ${name}`);
    }
    const inBody = Object.keys(action.input.properties).some((name) => placeOf(action.http, name) === "body");
    assert.equal(Object.keys(bodies).length > 0, inBody, "an example of the body");
    for (const [name, { data }] of Object.entries(answers)) {
      assertValid(action.output, data, `the answer ${name}`);
      assert.doesNotMatch(JSON.stringify(data), /"textx*"(?!:)/, "a value that says something");
    }
    const given = Object.values(answers).flatMap(({ status = 200 }) => status);
    const statuses = action.produces ? [] : successStatuses(action);
    assert.deepEqual([...new Set(given)].sort(), statuses, "an answer with each status");
    assert.deepEqual(Object.keys(text ?? {}), action.produces ?? []);
  });
}

function assertValid(schema: TSchema, value: unknown, what: string): void {
  const check = Compile(schema);
  assert.ok(check.Check(value), `${what}: ${JSON.stringify(check.Errors(value)[0])}`);
}

test("POST /analyze takes further fields, needs a body, and shows its four combinations", () => {
  const { required, content } = document.paths["/analyze"].post.requestBody;
  assert.equal(required, true);
  assert.equal(document.components.schemas.RunAnalysisRequest.additionalProperties, true);
  const bodies = Object.values<{ value: object }>(content["application/json"].examples);
  assert.deepEqual(
    bodies.map(({ value }) => Object.keys(value).filter((name) => name !== "competitors")),
    [["projectId"], ["projectId", "brand", "prompts"], ["projectId", "brand", "crawlRecordId"], ["testId"]],
  );
});

test("a 202 shows a report that is still running, with figures so far and no verdict", () => {
  const { $ref } = document.paths["/analyze/project"].post.responses[202];
  const response = document.components.responses[$ref.split("/").at(-1)];
  const [name] = Object.keys(response.content["application/json"].examples);
  const { data } = document.components.examples[name!].value;
  assert.deepEqual(
    [
      data.status,
      data.terminal,
      data.provisional,
      data.answers_in,
      data.answers_asked,
      data.grade,
      data.change,
    ],
    ["processing", false, true, 1, 2, null, null],
  );
});

test("a report is told apart by its type, and one with figures by its view", () => {
  const { Report, VisibilityReport } = document.components.schemas;
  const at = (name: string) => `#/components/schemas/${name}`;
  assert.deepEqual(Report.discriminator, {
    propertyName: "type",
    mapping: {
      visibility_analysis: at("VisibilityReport"),
      visibility_analysis_api: at("VisibilityReport"),
      generated_content: at("GeneratedContentReport"),
    },
  });
  assert.deepEqual(VisibilityReport.discriminator, {
    propertyName: "view",
    mapping: { summary: at("SummaryReport"), raw: at("RawReport"), full: at("FullReport") },
  });
  const shown = document.paths["/reports/{reportId}"].get.responses[200].content["application/json"].examples;
  for (const name of ["SummaryReport", "RawReport", "FullReport", "GeneratedContentReport"])
    assert.ok(shown[name]);
});

test("what many schemas use has a name of its own", () => {
  const { schemas } = document.components;
  for (const name of [
    "Provider",
    "Timeframe",
    "ReportStatus",
    "Surface",
    "SourceType",
    "ReportView",
    "Envelope",
  ])
    assert.ok(schemas[name], name);
  for (const name of ["ProjectSettings", "RunCustomAnalysisRequest", "GenerateContentRequest"])
    assert.equal(schemas[name].type, "object", name);
  for (const name of ["CreateProjectRequest", "UpdateProjectRequest"]) {
    const [settings, names] = schemas[name].allOf;
    assert.deepEqual(settings, { $ref: "#/components/schemas/ProjectSettings" }, name);
    assert.deepEqual([names.type, Object.keys(names.properties)], ["object", ["name", "brand"]], name);
  }
  for (const name of ["ProviderMetrics", "CompetitorMetrics"])
    assert.deepEqual(schemas[name].allOf[0], { $ref: "#/components/schemas/Metrics" }, name);
});

test("the committed document is the one the actions print, at the addresses of the server", async () => {
  assert.deepEqual(await committedDocument(addresses), JSON.parse(JSON.stringify(document)));
});

test("the document stays small enough to read at once", () => {
  const bytes = Buffer.byteLength(JSON.stringify(document));
  assert.ok(bytes <= 4_900 * actions.length, `${bytes} bytes for ${actions.length} operations`);
});

for (const action of actions) {
  test(`every input of ${action.name} is bounded and described`, () => assertBounded(action));
}

interface Shape {
  type?: string | string[];
  description?: string;
  properties?: Record<string, Shape>;
  items?: Shape;
  anyOf?: Shape[];
  maxLength?: number;
  maxItems?: number;
  maximum?: number;
  minimum?: number;
  format?: string;
  enum?: unknown[];
  pattern?: string;
  verbatim?: boolean;
}

function assertBounded(action: AnyAction): void {
  for (const [name, shape] of Object.entries(action.input.properties as Record<string, Shape>)) {
    assert.ok(shape.description, `${name} is described`);
    // A path is as long as an address may be.
    if (placeOf(action.http, name) !== "path") bounded(shape, name);
  }
}

function bounded(shape: Shape, where: string): void {
  const types = Array.isArray(shape.type) ? shape.type : [shape.type];
  // Text that is kept as it came is measured in bytes, by its action.
  const words = shape.maxLength ?? shape.format ?? shape.enum ?? shape.pattern ?? shape.verbatim;
  if (types.includes("string")) assert.ok(words, `the text ${where} has a bound`);
  if (types.includes("array")) assert.ok(shape.maxItems, `the list ${where} has a bound`);
  if (types.includes("integer") || types.includes("number")) {
    assert.ok(shape.maximum !== undefined && shape.minimum !== undefined, `the number ${where} has bounds`);
  }
  for (const [name, inner] of Object.entries(shape.properties ?? {})) bounded(inner, `${where}/${name}`);
  if (shape.items) bounded(shape.items, `${where}[]`);
  for (const branch of shape.anyOf ?? []) bounded(branch, where);
}

test("two different schemas may not share a title", () => {
  const [one] = testActions;
  const clash = {
    ...one!,
    http: "GET /v1/clash" as const,
    output: { type: "object", title: "Echo", properties: {} },
  };
  assert.throws(() => openapi([...testActions, clash], addresses), /titled Echo/);
});

test("parameters are camelCase, results snake_case, values of enumerations snake_case", () => {
  const parameters = new Set<string>();
  const results = new Set<string>();
  const walk = (shape: Shape, names: Set<string>) => {
    for (const [name, inner] of Object.entries(shape.properties ?? {})) {
      names.add(name);
      walk(inner, names);
    }
    if (shape.items) walk(shape.items, names);
    for (const branch of shape.anyOf ?? []) walk(branch, names);
  };
  for (const action of actions) {
    walk(action.input as Shape, parameters);
    if (!action.produces) walk(action.output as Shape, results);
  }
  const shown = new Set(["answer_detail", "expires_at"]);
  assert.deepEqual(
    [...parameters].filter((name) => !/^[a-z][a-zA-Z0-9]*$/.test(name) && !shown.has(name)),
    [],
  );
  assert.deepEqual(
    [...results].filter((name) => !/^[a-z][a-z0-9_]*$/.test(name)),
    [],
  );
});

// The route it is served at

test("openapi.json is public, for any origin, and can be kept for five minutes", async (t) => {
  const response = await testDoor(t).inject({
    url: "/openapi.json",
    headers: { origin: "http://evil.test" },
  });
  assert.equal(response.statusCode, 200);
  assert.equal(response.headers["access-control-allow-origin"], "*");
  assert.equal(response.headers["cache-control"], "public, max-age=300");
  assert.match(String(response.headers.etag), /^"/);
  assert.equal(response.json().servers[0].url, "http://api.test/v1");
  assert.equal(response.headers["ratelimit-limit"], undefined);
});

test("openapi.json is 304 for who has it, by the tag of the encoding it came in", async (t) => {
  const door = testDoor(t);
  for (const encoding of ["gzip", "identity"]) {
    const first = await door.inject({ url: "/openapi.json", headers: { "accept-encoding": encoding } });
    const again = await door.inject({
      url: "/openapi.json",
      headers: { "accept-encoding": encoding, "if-none-match": String(first.headers.etag) },
    });
    assert.deepEqual([again.statusCode, again.body], [304, ""]);
  }
});

test("openapi.json is read, not written", async (t) => {
  const response = await testDoor(t).inject({ method: "POST", url: "/openapi.json", headers: bearer() });
  assert.deepEqual([response.statusCode, response.headers.allow], [405, "GET, HEAD, OPTIONS"]);
});
