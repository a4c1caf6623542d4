/**
 * How much of the program one request takes: files with a function that runs for a warm request, by V8's coverage, beside
 * the lines of those functions. With `-- list` it names the files. Ends with 1 past a bound.
 */
import { readFileSync } from "node:fs";
import { Session } from "node:inspector/promises";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { always } from "../test/fake-engines.ts";
import { rpc } from "../test/mcp.ts";
import { startApp } from "../test/start-app.ts";
import { stores } from "../test/stores.ts";

const root = join(import.meta.dirname, "..");
const isListed = process.argv[2] === "list";

const app = await startApp({ after: () => undefined }, stores[0]!, {
  engines: { chatgpt: always("Acme is good, Bolt is cheap.") },
});
const me = await app.member();
const { id } = await me.project();
const run = async () => {
  const report = await me.call<{ id: string }>("POST", "/v1/analyze/project", { projectId: id });
  await app.settle();
  return report.data.id;
};
const reportId = await run();
const token = await me.connector();
const callTool = (name: string, fields: object) =>
  rpc(app.app.door, { method: "tools/call", params: { name, arguments: fields } }, { token });
/** Without what tests hold each answer to. */
const get = (url: string) =>
  app.app.door.inject({ method: "GET", url, headers: { authorization: `Bearer ${me.key}` } });
const works: [name: string, most: number, work: () => Promise<unknown>][] = [
  ["GET /v1/projects/{id}", 20, () => get(`/v1/projects/${id}`)],
  ["a run, from POST to the end", 110, run],
  ["GET /v1/reports/{id}?view=full", 25, () => get(`/v1/reports/${reportId}?view=full`)],
  ["the tool get_project", 30, () => callTool("get_project", { projectId: id })],
];

const session = new Session();
session.connect();
await session.post("Profiler.enable");
await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
let missed = false;
console.log("files  bound  lines of functions that ran");
for (const [name, most, work] of works) {
  for (let time = 0; time < 3; time += 1) await work();
  await session.post("Profiler.takePreciseCoverage");
  await work();
  const { result } = await session.post("Profiler.takePreciseCoverage");
  const files = result
    .filter(({ url }) => url.startsWith("file:") && fileURLToPath(url).startsWith(join(root, "src")))
    .map(({ url, functions }) => ({
      file: relative(root, fileURLToPath(url)),
      // The first range of a script is its module.
      lines: linesOf(fileURLToPath(url), functions.slice(1)),
    }))
    .filter(({ lines }) => lines > 0)
    .sort((a, b) => a.file.localeCompare(b.file));
  const lines = files.reduce((sum, file) => sum + file.lines, 0);
  const isWithin = files.length <= most;
  missed ||= !isWithin;
  console.log(
    `${String(files.length).padStart(5)}  ${String(most).padStart(5)}  ${String(lines).padStart(5)}  ${name}${isWithin ? "" : "  missed"}`,
  );
  if (isListed) for (const { file, lines } of files) console.log(`${String(lines).padStart(20)}  ${file}`);
}
// What the app leaves behind ends with the process.
process.exit(missed ? 1 : 0);

/** Lines of a file's functions that ran; a function within one that ran is counted with it. */
function linesOf(
  file: string,
  functions: { ranges: { startOffset: number; endOffset: number; count: number }[] }[],
): number {
  const text = readFileSync(file, "utf8");
  const lines = new Set<number>();
  for (const { ranges } of functions) {
    const { startOffset, endOffset, count } = ranges[0]!;
    if (count === 0) continue;
    const first = text.slice(0, startOffset).split("\n").length;
    const last = first + text.slice(startOffset, endOffset).split("\n").length - 1;
    for (let line = first; line <= last; line += 1) lines.add(line);
  }
  return lines.size;
}
