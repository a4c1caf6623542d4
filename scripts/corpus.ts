/**
 * Builds the corpus that tests and benchmarks read, in ./corpus or CORPUS_DIR: `npm run corpus`. The answers come from
 * two MIT-licensed repositories at fixed commits; the labels are this project's own. Nothing of it is committed.
 */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseCsv } from "./csv.ts";

const products =
  "https://raw.githubusercontent.com/amplifying-ai/ai-product-bench/ad88e9a80fcb42b0dd1e443e3fd897fbf263375f/experiments/consumer-products/data";
const passwords =
  "https://raw.githubusercontent.com/AlessandroFerraiolo/geo-brand-visibility-study/bc04d407c7d65fb50ea7f4efc94c4a6521e6e000/data";

const folder = resolve(process.env.CORPUS_DIR ?? "corpus");
const ours = join(import.meta.dirname, "..", "src", "reader");

/** SHA-256 over id, prompt and answer of every row, as they were when the project's figures were measured. */
const digests: Record<string, string> = {
  "recorded-answers.jsonl": "3fd6c28d5d5db4ea946f2f5d24810d9680ae48cb381bf2b74e3ee3a0477a5a1f",
  "password-manager-answers.jsonl": "7b7f2a07df5f74772be359e615cb03099073cf2c43fb7463b5c41d904498ed6c",
};

interface Row {
  answer_id: string;
  prompt: string;
  answer: string;
  [field: string]: unknown;
}

class CorpusError extends Error {
  override name = "CorpusError";
}

try {
  mkdirSync(folder, { recursive: true });
  const recorded = await recordedAnswers();
  keep("recorded-answers.jsonl", recorded);
  keep("password-manager-answers.jsonl", await passwordManagerAnswers());
  keepLabels(recorded);
} catch (error) {
  if (!(error instanceof CorpusError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

/** 132 prompts × 3 runs × 2 assistants, as people saw them in the web interfaces. */
async function recordedAnswers(): Promise<Row[]> {
  interface QuerySet {
    id: string;
    category: string;
    variations: { text: string }[];
  }
  interface Source {
    query_id: string;
    run: number;
    response: string;
    products_mentioned: { name: string; brand: string | null; rank: number }[];
    sources: { url: string; title: string }[];
    metadata: { timestamp: string };
  }
  const sets = jsonLines<QuerySet>(await fetched(`${products}/queries/queries.jsonl`));
  const queries = sets.flatMap(({ id, category, variations }) =>
    variations.map(({ text }) => ({ prompt: text, topic: id, category })),
  );
  const rows: Row[] = [];
  for (const provider of ["chatgpt", "google_ai_mode"]) {
    for (const run of [1, 2, 3]) {
      const answers = jsonLines<Source>(await fetched(`${products}/responses/${provider}/run_${run}.jsonl`));
      const first = Math.min(...answers.map(numberOf));
      answers.sort((a, b) => numberOf(a) - numberOf(b));
      for (const answer of answers) {
        const at = numberOf(answer) - first;
        const query = queries[at];
        if (!query)
          throw new CorpusError(`${provider}, run ${run}: no prompt is known for ${answer.query_id}.`);
        rows.push({
          answer_id: `${provider}-${run}-${String(at + 1).padStart(3, "0")}`,
          provider,
          run,
          ...query,
          answered_at: answer.metadata.timestamp,
          answer: answer.response,
          citations: [...new Map(answer.sources.map(({ url, title }) => [url, { url, title }])).values()],
          products: answer.products_mentioned.map(({ brand, name, rank }) => ({ brand, name, rank })),
        });
      }
    }
  }
  return rows;

  function numberOf({ query_id }: Source): number {
    return Number(query_id.replace("query-", ""));
  }
}

/** 60 prompts to two models' APIs, with the study's own labels of which of 7 brands each answer mentions. */
async function passwordManagerAnswers(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [provider, model] of [
    ["chatgpt", "gpt-5-mini"],
    ["gemini", "gemini-2.5-flash"],
  ] as const) {
    const answers = parseCsv(await fetched(`${passwords}/responses_${provider}.csv`));
    const labels = parseCsv(await fetched(`${passwords}/mentions_${provider}.csv`));
    for (const { query_id = "", query_text = "", topic, response_text = "" } of answers) {
      const mentions = labels.filter((label) => label.query_id === query_id);
      rows.push({
        answer_id: `pm-${provider}-${query_id.padStart(3, "0")}`,
        provider,
        model,
        run: 1,
        prompt: query_text,
        topic,
        answer: response_text,
        citations: [],
        mentions: Object.fromEntries(mentions.map(({ brand, mention }) => [brand, Number(mention)])),
      });
    }
  }
  return rows;
}

/** The project's labels say where; what stands there, and around it for a reader, comes from the answers. */
function keepLabels(recorded: readonly Row[]): void {
  interface Label {
    answer_id: string;
    brand: string;
    about: string;
    start: number;
    end: number;
    names_brand: boolean;
  }
  const labels = own<Label[]>("mention-labels.json");
  if (labels) {
    const answers = new Map(recorded.map(({ answer_id, answer }) => [answer_id, answer]));
    const rows = labels.map(({ answer_id, brand, about, start, end, names_brand }) => {
      const answer = answers.get(answer_id) ?? "";
      const surface = answer.slice(start, end);
      const context = `${answer.slice(Math.max(0, start - 170), start)}⟦${surface}⟧${answer.slice(end, end + 130)}`;
      return {
        answer_id,
        brand,
        about,
        start,
        end,
        names_brand,
        surface,
        context: context.replace(/\s+/g, " "),
      };
    });
    write("mention-labels.jsonl", rows);
  }
  const cases = own<unknown[]>("mention-cases.json");
  if (cases) {
    writeFileSync(join(folder, "mention-cases.json"), `${JSON.stringify(cases, null, 1)}\n`);
    console.log(`mention-cases.json: ${cases.length} cases`);
  }
}

function own<T>(name: string): T | null {
  const file = join(ours, name);
  if (existsSync(file)) return JSON.parse(readFileSync(file, "utf8")) as T;
  console.log(`${name}: not built, src/reader/${name} is not there`);
  return null;
}

function keep(name: string, rows: readonly Row[]): void {
  write(name, rows);
  const hash = createHash("sha256");
  for (const { answer_id, prompt, answer } of rows) hash.update(`${answer_id}\0${prompt}\0${answer}\0`);
  if (hash.digest("hex") === digests[name]) return;
  console.log(
    `${name}: its texts are not those the project's figures were measured on; offsets of labels may not fit`,
  );
}

function write(name: string, rows: readonly unknown[]): void {
  writeFileSync(join(folder, name), rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
  console.log(`${name}: ${rows.length} rows`);
}

function jsonLines<T>(text: string): T[] {
  return text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => JSON.parse(line) as T);
}

async function fetched(url: string): Promise<string> {
  const response = await fetch(url, { signal: AbortSignal.timeout(60_000) }).catch(() => null);
  if (!response)
    throw new CorpusError(`${url} could not be reached; the corpus needs raw.githubusercontent.com.`);
  if (!response.ok) throw new CorpusError(`${url} answered ${response.status}.`);
  return response.text();
}
