/**
 * Builds the container image where no registry of images is reached: with buildah, on bases that mmdebstrap makes of Debian's
 * packages. Then starts it as the image says, on a read-only root file system, and asks it for a report; and once more as
 * compose.yaml says, a server and a worker on a PostgreSQL. On Debian and as root. Prints sizes and times.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parse } from "yaml";
import { startPostgres } from "../../test/postgres.ts";
import { freePort } from "../../test/server-process.ts";
import { buildImage, type Image } from "./build.ts";
import { type Container, containerOf } from "./container.ts";
import { askForReport } from "./report.ts";

const root = resolve(import.meta.dirname, "../..");
const megabytesAtMost = 350;
const faults: string[] = [];
const expect = (right: boolean, fault: string) => right || faults.push(fault);
const secret = "c2hpcC1pdC1hbmQtc2VlLWlmLWl0LXNhaWxz";

const place = mkdtempSync(join(tmpdir(), "overheard-image-"));
try {
  await using image = buildImage(root, place);
  console.log(`image: ${image.megabytes} MB, built in ${image.seconds} s`);
  expect(image.megabytes <= megabytesAtMost, `the image is larger than ${megabytesAtMost} MB`);
  expect(image.user === "10001:10001", `its user is ${image.user}`);
  expect(image.healthcheck.join(" ") === "/app/bin/healthy", "it has no health check");
  expect(image.has("/app/sbom.cdx.json"), "it has no list of its packages");
  expect(!image.has("/app/node_modules/vite"), "it has the bundler");
  await alone(image);
  await composed(image);
} finally {
  rmSync(place, { recursive: true, force: true });
}
for (const fault of faults) console.log(`MISSED: ${fault}`);
process.exitCode = faults.length > 0 ? 1 : 0;

/** One container with the embedded store in its volume. */
async function alone(image: Image): Promise<void> {
  const port = await freePort();
  const settings = { PORT: `${port}`, OVERHEARD_BASE_URL: `http://localhost:${port}` };
  await using container = containerOf(image, settings);
  const said = container.run(
    "node",
    "-p",
    `let wrote = true; try { fs.writeFileSync("/app/written", "") } catch (error) { wrote = error.code }; process.getuid() + " " + wrote`,
  );
  expect(said === "10001 EROFS", `as its own user, a file outside its volume: ${said}`);
  await ready(container, port, "serve");
  expect(container.run("healthy") === "", "the health check fails");
  await report(container, port);
  expect((await container.stop()) === 0, "a signal does not end it in order");
}

/** The services `app` and `worker` with the settings that compose.yaml gives them. */
async function composed(image: Image): Promise<void> {
  await using postgres = await startPostgres();
  const { services } = parse(readFileSync(join(root, "compose.yaml"), "utf8"), { merge: true });
  const [port, appMetrics, workerMetrics] = [await freePort(), await freePort(), await freePort()];
  const given: Record<string, string> = {
    OVERHEARD_SECRET: secret,
    OVERHEARD_METRICS_TOKEN: "seen-from-outside",
    POSTGRES_PASSWORD: "unused",
  };
  const settingsOf = (service: string, metrics: number) => {
    const written: Record<string, string> = services[service].environment;
    const filled = Object.entries(written).map(([name, value]) => [name, substituted(value, given)]);
    const here = { DATABASE_URL: postgres.url, PORT: `${port}`, OVERHEARD_METRICS_PORT: `${metrics}` };
    return { ...Object.fromEntries(filled), ...here, OVERHEARD_BASE_URL: `http://localhost:${port}` };
  };
  await using app = containerOf(image, settingsOf("app", appMetrics));
  await using worker = containerOf(image, settingsOf("worker", workerMetrics));
  await ready(app, appMetrics, ...services.app.command);
  await ready(worker, workerMetrics, ...services.worker.command);
  expect(worker.run("healthy") === "", "the health check of a worker fails");
  await report(app, port);
  const codes = await Promise.all([app.stop(), worker.stop()]);
  expect(codes.join() === "0,0", `the services ended with ${codes}`);
}

async function ready(container: Container, port: number, ...words: string[]): Promise<void> {
  const began = performance.now();
  container.start(...words);
  const state = await container.until(`http://127.0.0.1:${port}/readyz`);
  expect(state === 200, `/readyz of ${words[0]} says ${state}: ${container.said().slice(-500)}`);
  console.log(`${words[0]}: ready after ${((performance.now() - began) / 1000).toFixed(1)} s`);
}

async function report(container: Container, port: number): Promise<void> {
  const email = "you@example.com";
  container.run("overheard", "user", "create", "--email", email);
  const key = container.run("overheard", "key", "create", "--email", email);
  const headline = await askForReport(`http://127.0.0.1:${port}/v1`, key);
  console.log(headline);
  expect(/\d+%/.test(headline), "the report has no figure");
}

/** As compose fills in `${NAME}`, `${NAME:-otherwise}` and `${NAME:?why}`. */
function substituted(text: string, given: Record<string, string>): string {
  const innermost = /\$\{([A-Z_]+)(?::([-?])([^${}]*))?\}/g;
  const once = text.replace(innermost, (_, name: string, how?: string, otherwise?: string) => {
    if (given[name] !== undefined) return given[name];
    if (how === "-") return otherwise ?? "";
    throw new Error(`compose.yaml needs ${name}`);
  });
  return once === text ? text : substituted(once, given);
}
