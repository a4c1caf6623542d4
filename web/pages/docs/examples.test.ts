import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { curlOf, typescriptOf } from "./examples.ts";
import { type Document, operationsOf, rowsOf } from "./operations.ts";

const document = JSON.parse(
  readFileSync(new URL("../../../openapi.json", import.meta.url), "utf8"),
) as Document;
const operations = operationsOf(document);
const named = (id: string) => operations.find((operation) => operation.id === id)!;
const own = { projectId: "01a1f9b9-2007-7231-9136-36d27cd241fc" };
const address = "https://overheard.example/v1";

test("every route of the document is there, each with a request to copy", () => {
  const routes = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  assert.equal(operations.length, routes.filter((route) => "operationId" in route).length);
  for (const operation of operations) {
    assert.doesNotMatch(curlOf(operation, address, own), /undefined|\{\w+\}/, operation.id);
    assert.doesNotMatch(typescriptOf(operation, address, own), /undefined/, operation.id);
  }
});

test("a request holds the reader's own project, in its path, its query and its body", () => {
  assert.match(curlOf(named("get_client_brief"), address, own), /\/projects\/01a1f9b9-[^/]+\/client-brief'/);
  assert.match(curlOf(named("get_latest_report"), address, own), /\?projectId=01a1f9b9/);
  assert.match(curlOf(named("run_project_analysis"), address, own), /"projectId": "01a1f9b9/);
  assert.match(
    typescriptOf(named("get_client_brief"), address, own),
    /overheard\.GET\("\/projects\/\{projectId\}/,
  );
});

test("a quote in a body does not end the shell's", () => {
  const operation = { ...named("create_key"), bodyExample: { name: "Ann's" } };
  assert.match(curlOf(operation, address, own), /Ann'\\''s/);
});

test("the fields of a body are told with those of objects within them", () => {
  const rows = rowsOf(document, named("create_project").body!);
  const field = (name: string) => rows.find((row) => row.name === name);
  assert.deepEqual([field("brand")?.required, field("brand")?.depth], [true, 0]);
  assert.equal(field("aliases")?.depth, 1);
  assert.match(field("schedule")?.type ?? "", /"weekly"/);
});
