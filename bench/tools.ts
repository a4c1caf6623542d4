/**
 * What an assistant has to take in: tokens of the list of tools and of the longest results of a project with 792 recorded
 * answers, by a public tokenizer, beside the data as the API gives it, and how far our own count of tokens is off. Ends
 * with 1 past a bound.
 */
import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { tokensIn } from "../src/server/mcp/token-count.ts";
import { bigProject, longestCalls } from "../test/big-project.ts";
import { requestOf } from "../test/doors.ts";
import { missing } from "../test/fixtures/recorded.ts";
import { startApp } from "../test/start-app.ts";
import { stores } from "../test/stores.ts";

const bounds = { list: 12_000, result: 10_000 };
/** The least that our own count may be of the tokenizer's: a result is cut by the former. */
const fewest = 0.9;

const tokens = (value: unknown): number =>
  encode(typeof value === "string" ? value : JSON.stringify(value ?? "")).length;

if (missing) {
  console.error(missing);
  process.exit(1);
}
const app = await startApp({ after: () => undefined }, stores[0]!, {
  now: () => new Date("2025-06-01T00:00:00Z"),
});
let missed = false;
const held = (what: string, is: boolean): string => {
  missed ||= !is;
  return is ? "" : `  missed: ${what}`;
};

try {
  const big = await bigProject(app);
  const list = tokens(await big.list());
  console.log(`list of tools: ${list} of ${bounds.list}${held("list", list <= bounds.list)}\n`);
  console.log("   API    data   text    all  ours/theirs  call");
  for (const [name, fields] of await longestCalls(big)) {
    const { content, structuredContent, _meta } = await big.call(name, fields);
    const text = content.map(({ text }) => text).join("\n");
    const [data, read] = [tokens(structuredContent), tokens(text)];
    const all = data + read + tokens(_meta);
    const written = JSON.stringify(structuredContent ?? "") + text;
    const ratio = tokensIn(written) / tokens(written);
    const { method, path, body } = requestOf(name, fields);
    const whole = await big.me.call(method, path, body);
    const figures = [tokens(whole.text), data, read, all].map((figure) => String(figure).padStart(6));
    const wrong = held("result", all <= bounds.result) + held("count", ratio >= fewest || all < 5_000);
    console.log(`${figures.join(" ")}  ${ratio.toFixed(2).padStart(11)}  ${name} ${inShort(fields)}${wrong}`);
  }
} catch (error) {
  console.error(error);
  missed = true;
}
// What the app leaves behind ends with the process.
process.exit(missed ? 1 : 0);

function inShort(fields: Record<string, unknown>): string {
  const { projectId: _, reportId: __, promptKey: ___, ...rest } = fields;
  return Object.keys(rest).length > 0 ? JSON.stringify(rest) : "";
}
