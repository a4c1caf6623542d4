import assert from "node:assert/strict";
import { test } from "node:test";
import { Type } from "typebox";
import { actions } from "../actions.ts";
import { glossary } from "./glossary.ts";
import { jobs } from "./prompts.ts";
import { tokensIn } from "./token-count.ts";
import { listedSchema, toolbox, toolOf } from "./tools.ts";

test("a tool's input is written in what every host takes: no references, no lists of types, nothing beside an anyOf", () => {
  const Part = Type.Object({ title: Type.String({ examples: [{ title: "x" }] }) }, { title: "A part" });
  const Word = Type.Unsafe({ type: ["string", "null"], enum: ["a", null], description: "A word." });
  assert.deepEqual(
    listedSchema(
      Type.Object({ one: Part, word: Word, either: Type.Union([Part, Type.Null()], { description: "x" }) }),
    ),
    {
      type: "object",
      required: ["one", "word", "either"],
      properties: {
        one: {
          type: "object",
          required: ["title"],
          properties: { title: { type: "string", examples: [{ title: "x" }] } },
        },
        word: { anyOf: [{ type: "string", description: "A word.", enum: ["a"] }, { type: "null" }] },
        either: {
          anyOf: [
            {
              ...{ type: "object", required: ["title"], description: "x" },
              properties: { title: { type: "string", examples: [{ title: "x" }] } },
            },
            { type: "null" },
          ],
        },
      },
    },
  );
  const outside = (schema: unknown, at: string): string[] => {
    if (Array.isArray(schema)) return schema.flatMap((one, index) => outside(one, `${at}/${index}`));
    if (typeof schema !== "object" || schema === null) return [];
    const { type, anyOf } = schema as Record<string, unknown>;
    const names = Object.keys(schema);
    const own = [
      ...["$ref", "$defs", "oneOf", "allOf", "not", "if", "const", "patternProperties", "prefixItems"].filter(
        (name) => Object.hasOwn(schema, name),
      ),
      ...(Array.isArray(type) ? ["a list of types"] : []),
      ...(anyOf && names.length > 1 ? ["beside anyOf"] : []),
    ].map((fault) => `${at}: ${fault}`);
    const inside = Object.entries(schema).filter(([name]) => !["examples", "default", "enum"].includes(name));
    return [...own, ...inside.flatMap(([name, one]) => outside(one, `${at}/${name}`))];
  };
  for (const action of toolbox(actions).values())
    assert.deepEqual(outside(toolOf(action).inputSchema, action.name), []);
});

test("tools stand in the order of the actions: those of the contract's product routes, then those we add", () => {
  const names = [...toolbox(actions).keys()];
  assert.deepEqual(names.slice(0, 18), [
    ...["list_projects", "run_project_analysis", "run_custom_analysis", "get_latest_report", "get_report"],
    ...["get_provider_answer", "get_visibility_trends", "get_competitor", "get_client_brief"],
    ...["list_reddit_opportunities", "create_share_link", "list_client_workspaces", "get_account_status"],
    ...["publish_to_cms", "generate_content", "check_readiness", "suggest_prompts", "suggest_content"],
  ]);
  const tools = actions.filter(({ tool }) => tool !== undefined && tool !== false);
  assert.deepEqual(
    names,
    tools.map(({ name }) => name),
  );
});

test("the list of tools stays short enough to be asked for", () => {
  const tools = [...toolbox(actions).values()].map(toolOf);
  const tokens = tokensIn(JSON.stringify(tools));
  assert.ok(tokens <= 12_000, `${tokens} tokens`);
});

test("each step of a prompt is a tool", () => {
  const tools = toolbox(actions);
  for (const { name, steps } of jobs)
    for (const { tool } of steps) assert.ok(tools.has(tool), `${name}: ${tool}`);
});

test("the glossary has brands compared by their lead, never by whether intervals overlap", () => {
  assert.match(
    glossary(),
    /95%, over prompts like these\. Never compare brands by overlap: .* `lead` is beyond noise\./,
  );
});

test("what a client may assume of a tool follows from its declaration", () => {
  const hints = Object.fromEntries(
    [...toolbox(actions).values()].map((action) => [action.name, toolOf(action).annotations]),
  );
  assert.deepEqual(hints.list_projects, {
    ...{ readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  });
  assert.equal(hints.run_project_analysis?.openWorldHint, true);
  assert.equal(hints.set_prompts?.destructiveHint, true);
  assert.equal(hints.cancel_report?.destructiveHint, true);
  assert.ok(Object.values(hints).every((hint) => !(hint?.readOnlyHint && hint.destructiveHint)));
});
