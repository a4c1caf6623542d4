import assert from "node:assert/strict";
import { test } from "node:test";
import { figureList } from "../../../figures/metrics/metric-table.ts";
import { actions } from "../../actions.ts";
import { MetricsView, wireName } from "../../reports/figures/metrics-view.ts";
import { ReportListing } from "../../reports/report-listing.ts";
import { ReportView } from "../../reports/report-view.ts";
import { ProviderAnswerView } from "../../reports/rows/provider-answer-view.ts";
import { RawRow } from "../../reports/rows/raw-view.ts";

interface Shape {
  type?: string | string[];
  description?: string;
  title?: string;
  properties?: Record<string, Shape>;
  additionalProperties?: unknown;
  required?: string[];
  items?: Shape;
  anyOf?: Shape[];
  pattern?: string;
  expects?: string;
}

/** The schemas inside that hold text to a pattern, with the way to each. */
function patternsIn(shape: Shape, path: string): [string, Shape][] {
  const inner: [string, Shape][] = [
    ...Object.entries(shape.properties ?? {}),
    ...[shape.items ?? [], shape.anyOf ?? []].flat().map((each, at): [string, Shape] => [String(at), each]),
  ];
  const own: [string, Shape][] = shape.pattern === undefined ? [] : [[path, shape]];
  return [...own, ...inner.flatMap(([name, each]) => patternsIn(each, `${path}/${name}`))];
}

const patterns = actions.flatMap(({ name, input }) => patternsIn(input as Shape, name));

test("text that has to match a pattern is told what is expected in words, not as the pattern", () => {
  assert.ok(patterns.some(([path]) => path === "get_provider_answer/promptKey"));
  for (const [path, { expects = "" }] of patterns) assert.match(expects, /^[a-z][^\\^$]{15,}[^.]$/, path);
});

/** Every object schema inside, with the way to it. */
function objectsIn(shape: Shape, path: string): [string, Shape][] {
  const inner = [
    ...Object.entries(shape.properties ?? {}).map(([name, each]) => [`${path}.${name}`, each] as const),
    ...(shape.items ? [[`${path}[]`, shape.items] as const] : []),
    ...(shape.anyOf ?? []).map((each, at) => [`${path}|${at}`, each] as const),
  ];
  const own: [string, Shape][] = shape.properties ? [[path, shape]] : [];
  return [...own, ...inner.flatMap(([name, each]) => objectsIn(each, name))];
}

const objects = [ReportView, ReportListing, ProviderAnswerView].flatMap((schema) =>
  objectsIn(schema as Shape, "data"),
);

test("every object of a report is closed, and snake_case", () => {
  for (const [path, { additionalProperties, properties }] of objects) {
    assert.equal(additionalProperties, false, path);
    for (const name of Object.keys(properties!)) assert.match(name, /^[a-z]+(_[a-z]+)*$/, path);
  }
});

test("every property of a report is described in one sentence", () => {
  for (const [path, { properties }] of objects)
    for (const [name, { description }] of Object.entries(properties!))
      assert.match(description ?? "", /^[A-Z0-9][^\n]*\.$/, `${path}.${name}`);
});

test("every property is there in every report, but for what only the verbatim detail and a running report add", () => {
  for (const [path, { properties, required }] of objects) {
    const optional = Object.keys(properties!).filter(
      (name) => !required?.includes(name) && name !== "waiting",
    );
    if (optional.length > 0) assert.deepEqual(optional, ["answer_text", "not_shown", "citations"], path);
  }
});

// The keys of the published contract, in its order, with the counts that stand beside them. A metric of our own may be added.
for (const [name, schema, keys] of [
  [
    "metrics",
    MetricsView,
    "answers answers_failed answers_searched prompts mentions mentions_tracked answers_with_sentiment confidence appearance_rate appearance_rate_ci visibility_score visibility_score_ci share_of_voice share_of_voice_ci average_position average_position_ci recommended_rate recommended_rate_ci sentiment_score sentiment_score_ci citation_rate citation_rate_ci effective_answers appearance_rate_bounds same_prompts",
  ],
  [
    "a raw row",
    RawRow,
    "row_id prompt_key prompt tags branded refusal blank provider model sample status error_code answered_at latency_ms surface cost_usd brand_mentioned brand_position searched searches answer_sentences mentions not_counted not_shown also_named citations citations_left_out",
  ],
] as const) {
  test(`${name} has the keys of the contract, in its order`, () => {
    const contract = keys.split(" ");
    const added =
      schema === MetricsView ? figureList.flatMap(([key]) => [wireName(key), wireName(`${key}Ci`)]) : [];
    const given = Object.keys(schema.properties).filter(
      (key) => contract.includes(key) || !added.includes(key),
    );
    assert.deepEqual(given, contract);
  });
}
