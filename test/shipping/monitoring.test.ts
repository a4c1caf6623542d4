import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { before, test } from "node:test";
import { parse } from "yaml";
import { createMetrics } from "../../src/server/metrics/metrics.ts";

const root = resolve(import.meta.dirname, "../..");
const text = (file: string) => readFileSync(join(root, file), "utf8");

interface Rule {
  alert: string;
  expr: string;
  annotations: { summary: string; runbook: string };
}
const rules: Rule[] = parse(text("deploy/prometheus/alerts.yml")).groups.flatMap(
  ({ rules }: { rules: Rule[] }) => rules,
);
const panels: { title: string; targets: { expr: string; legendFormat: string }[] }[] = JSON.parse(
  text("deploy/grafana/overheard.json"),
).panels;
const asked = [
  ...rules.map(({ alert, expr }) => [`the alert ${alert}`, expr] as const),
  ...panels.flatMap(({ title, targets }) =>
    targets.map(({ expr, legendFormat }) => [`the panel ${title}`, `${expr} ${legendFormat}`] as const),
  ),
];
/** Labels that Prometheus or the histogram gives by itself. */
const given = ["instance", "job", "le"];

/** Names of metrics as `/metrics` prints them, each with its labels. */
let real: Map<string, Set<string>>;
/** What each label was seen to be. */
const values = new Map<string, Set<string>>();

before(async () => {
  const metrics = createMetrics(async () => ({
    queues: [{ queue: "finish", due: 1, oldestSeconds: 2 }],
    overdueSchedules: 0,
    spend: { spentUsd: 1, reservedUsd: 1, limitUsd: 100 },
  }));
  await metrics.load();
  metrics.observe({ action: "get_report", door: "rest", status: 200, seconds: 0.002 });
  metrics.observeCall({ provider: "chatgpt", outcome: "answered", seconds: 1, costUsd: 0.01 });
  metrics.observeSettled({ provider: "chatgpt", outcome: "answered" });
  await new Promise((resolve) => setTimeout(resolve, 10));
  real = new Map();
  for (const line of (await metrics.read()).text.split("\n")) {
    const [, name, labels] = /^([a-z_0-9]+)(?:\{(.*)\})? /.exec(line) ?? [];
    if (!name) continue;
    const known = real.get(name) ?? new Set();
    for (const [, label] of (labels ?? "").matchAll(/([a-z_]+)="/g)) known.add(label!);
    for (const [, label, value] of (labels ?? "").matchAll(/([a-z_]+)="([^"]*)"/g))
      values.set(label!, (values.get(label!) ?? new Set()).add(value!));
    real.set(name, known);
  }
});

test("the alerts and the dashboard name metrics that exist, with labels that they have", () => {
  assert.ok(asked.length > 20);
  for (const [where, expression] of asked) {
    const names = expression.match(/overheard_[a-z_0-9]+/g) ?? [];
    assert.ok(names.length > 0 || /\bup\b/.test(expression), `${where} asks for nothing of ours`);
    const has = new Set(given);
    for (const name of names) {
      assert.ok(real.has(name), `${where} names ${name}, which does not exist`);
      for (const label of real.get(name)!) has.add(label);
    }
    const labels = [
      ...[...expression.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list]) => list!.split(/,\s*/)),
      ...[...expression.matchAll(/[{,]\s*([a-z_]+)(?:=~|!=|!~|=)"/g)].map(([, label]) => label!),
      ...[...expression.matchAll(/\{\{([a-z_]+)\}\}/g)].map(([, label]) => label!),
    ];
    for (const label of labels) assert.ok(has.has(label), `${where} uses the label ${label}`);
  }
});

test("a value that a label is compared with is one that it can have", () => {
  for (const [where, expression] of asked)
    for (const [, label, , wanted] of expression.matchAll(/[{,]\s*([a-z_]+)(=~|!=|!~|=)"([^"]+)"/g)) {
      if (label === "job") continue;
      const can = [...(values.get(label!) ?? [])];
      const pattern = new RegExp(`^(?:${wanted})$`);
      // One request, which succeeded, was counted here.
      if (label === "status") assert.ok(pattern.test("503"), where);
      else
        assert.ok(
          can.some((value) => pattern.test(value)),
          `${where}: ${label} is never ${wanted}`,
        );
    }
});

test("each alert says in a sentence what is wrong, and where to read what to do", () => {
  const page = text("docs/operating.md");
  for (const { alert, annotations } of rules) {
    assert.match(annotations.summary, /\.$/, alert);
    const [file, heading] = annotations.runbook.split("#");
    assert.equal(file, "docs/operating.md");
    const headings = [...page.matchAll(/^## (.*)$/gm)].map(([, words]) =>
      words!.toLowerCase().replaceAll(" ", "-"),
    );
    assert.ok(headings.includes(heading!), `${alert} points to #${heading}`);
  }
});
