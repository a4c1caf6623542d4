import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { test } from "node:test";
import { parse, parseAllDocuments } from "yaml";
import { settings } from "../../src/config.ts";

const root = resolve(import.meta.dirname, "../..");
const kubernetes = join(root, "deploy", "kubernetes");
const text = (file: string) => readFileSync(join(root, file), "utf8");
const names = new Set(settings.map(({ name }) => name));

interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string };
  // biome-ignore lint/suspicious/noExplicitAny: judged by the schema of its kind.
  spec: any;
}

const kustomization = parse(readFileSync(join(kubernetes, "kustomization.yaml"), "utf8"));
const manifests: Manifest[] = (kustomization.resources as string[]).flatMap((file) =>
  parseAllDocuments(readFileSync(join(kubernetes, file), "utf8")).map((document) => document.toJS()),
);
const workloads = manifests.filter(({ kind }) => ["Deployment", "Job"].includes(kind));
const containerOf = ({ spec }: Manifest) => spec.template.spec.containers[0];

test("every manifest is one that Kubernetes' schemas accept", async () => {
  assert.deepEqual(manifests.map(({ kind }) => kind).sort(), [
    ...["Deployment", "Deployment", "Job", "PodDisruptionBudget", "PodDisruptionBudget", "Service"],
  ]);
  for (const manifest of manifests) {
    const module = await import(`kubernetes-models/${manifest.apiVersion}/${manifest.kind}`);
    const model = module[manifest.kind] ?? module.default[manifest.kind];
    assert.doesNotThrow(() => new model(manifest).validate(), `${manifest.kind} ${manifest.metadata.name}`);
    const wrong = { ...manifest, spec: { ...manifest.spec, replica: 1, selector: "all", template: "none" } };
    assert.throws(() => new model(wrong).validate(), "the schema accepts anything");
  }
});

test("the kustomization lists every manifest of its folder", () => {
  const files = readdirSync(kubernetes).filter(
    (name) => name.endsWith(".yaml") && name !== "kustomization.yaml",
  );
  assert.deepEqual([...kustomization.resources].sort(), files.sort());
});

test("a budget and the service select the pods that there are, and a probe asks a port that there is", () => {
  const pods = workloads.map(({ spec }) => JSON.stringify(spec.template.metadata.labels));
  for (const { kind, metadata, spec } of manifests) {
    const selector = kind === "Service" ? spec.selector : kind === "Job" ? null : spec.selector.matchLabels;
    if (selector) assert.ok(pods.includes(JSON.stringify(selector)), `${kind} ${metadata.name}`);
  }
  for (const workload of workloads.filter(({ kind }) => kind === "Deployment")) {
    const { ports, livenessProbe, readinessProbe, startupProbe } = containerOf(workload);
    for (const probe of [livenessProbe, readinessProbe, startupProbe])
      assert.ok(
        ports.some(({ name }: { name: string }) => name === probe.httpGet.port),
        workload.metadata.name,
      );
    assert.equal(readinessProbe.httpGet.path, "/readyz");
    assert.equal(livenessProbe.httpGet.path, "/healthz");
  }
});

test("no container runs as root, writes to its root file system or keeps a capability", () => {
  for (const workload of workloads) {
    assert.equal(workload.spec.template.spec.securityContext.runAsNonRoot, true);
    const { securityContext } = containerOf(workload);
    assert.equal(securityContext.readOnlyRootFilesystem, true);
    assert.equal(securityContext.allowPrivilegeEscalation, false);
    assert.deepEqual(securityContext.capabilities.drop, ["ALL"]);
  }
});

test("no pod gets variables for Services, whose names begin as settings do", () => {
  for (const { spec, metadata } of workloads)
    assert.equal(spec.template.spec.enableServiceLinks, false, metadata.name);
});

/** What a process is told before it is killed: its settings, and how long whatever stops it waits. */
const stops: [string, Record<string, string>, number][] = [
  ...workloads
    .filter(({ kind }) => kind === "Deployment")
    .map((workload): (typeof stops)[number] => [
      `deploy/kubernetes, ${workload.metadata.name}`,
      Object.fromEntries(
        containerOf(workload).env.map((pair: { name: string; value: string }) => [pair.name, pair.value]),
      ),
      workload.spec.template.spec.terminationGracePeriodSeconds,
    ]),
  ...["app", "worker"].map((name): (typeof stops)[number] => {
    const service = parse(text("compose.yaml"), { merge: true }).services[name];
    return [`compose.yaml, ${name}`, service.environment, Number.parseInt(service.stop_grace_period, 10)];
  }),
  ...["overheard", "overheard-worker"].map((name): (typeof stops)[number] => {
    const unit = text(`deploy/systemd/${name}.service`);
    const environment = /^Environment=(.*)$/m
      .exec(unit)![1]!
      .split(" ")
      .map((pair) => pair.split("="));
    return [
      `deploy/systemd, ${name}`,
      Object.fromEntries(environment),
      Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)![1]),
    ];
  }),
];

for (const [where, environment, waits] of stops)
  test(`${where}: every setting exists, and a stop waits for the notice, the grace period and the end`, () => {
    for (const name of Object.keys(environment)) assert.ok(names.has(name), `${name} is not a setting`);
    const seconds = (name: string, otherwise: number) =>
      Number(environment[`OVERHEARD_SHUTDOWN_${name}_SECONDS`] ?? otherwise);
    assert.ok(waits >= Math.max(seconds("NOTICE", 5), seconds("GRACE", 10)) + 4);
  });

test("the settings of the configuration map exist", () => {
  for (const { literals } of kustomization.configMapGenerator)
    for (const literal of literals) assert.ok(names.has(literal.split("=")[0]), literal);
});

test("whatever runs the program starts a command that it has", () => {
  const commands = [
    ...workloads.map((workload) => containerOf(workload).args[0]),
    ...["overheard", "overheard-worker"].map(
      (name) => /main\.js (\w+)$/m.exec(text(`deploy/systemd/${name}.service`))?.[1],
    ),
  ];
  const program = text("src/main.ts");
  for (const command of commands) assert.ok(program.includes(`.command("${command}")`), `${command}`);
});
