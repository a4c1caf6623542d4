import { setTimeout as delay } from "node:timers/promises";
import { fullSize } from "../../../scripts/goals.ts";
import type { Told } from "./server.ts";

/** Whoever does the worst that one account may. */
export interface Heavy {
  address: string;
  account: Told["heavy"];
}

/** One kind of load: `begin` makes what it needs, and `work` does it, all at once; in words, what came of it. */
export interface Load {
  name: string;
  begin?(heavy: Heavy): Promise<void>;
  /** Throws where something that was asked for did not come. */
  work(heavy: Heavy): Promise<string>;
}

/** The largest import that is accepted: rows, with as many citations as all of them may have. */
const rows = fullSize ? 2_000 : 500;
const citationsEach = 25;
const parallel = fullSize ? 40 : 10;

const answer = `${"1. **Acme** is a good choice for most people, and 2. **Bolt** is cheaper. ".repeat(10)}`;

/** As reads wait for their place, some are told to come again, which they do. */
const attemptsMost = 1_000;

async function ask({ address, account }: Heavy, path: string, token = account.key): Promise<Response> {
  for (let attempt = 1; attempt <= attemptsMost; attempt += 1) {
    const response = await fetch(address + path, { headers: { authorization: `Bearer ${token}` } });
    const wait = Number(response.headers.get("retry-after"));
    if (response.status < 400) return response;
    const text = await response.text();
    if (!wait) throw new Error(`${path}: ${response.status} ${text}`);
    told += 1;
    await delay(wait * 1_000);
  }
  throw new Error(`${path}: never answered`);
}

/** Answers that told a reader to come again. */
let told = 0;

async function all(reads: readonly (() => Promise<void>)[]): Promise<string> {
  told = 0;
  const began = performance.now();
  await Promise.all(reads.map((read) => read()));
  const seconds = ((performance.now() - began) / 1_000).toFixed(1);
  return `${reads.length} in ${seconds} s, ${told} times told to wait, every row came`;
}

const times = (count: number, read: () => Promise<void>) => Array.from({ length: count }, () => read);

function must(came: number, what: string): void {
  if (came !== rows) throw new Error(`${came} of ${rows} rows came with ${what}`);
}

let reportId = "";

async function importLargest({ address, account }: Heavy): Promise<void> {
  if (reportId !== "") return;
  const body = Array.from({ length: rows }, (_, row) => ({
    ...{ prompt: `Which crm is best for use number ${Math.floor(row / 4)}?`, sample: 1, answer },
    provider: ["chatgpt", "claude", "gemini", "perplexity"][row % 4],
    citations: Array.from({ length: citationsEach }, (_, at) => ({
      url: `https://site-${at}.example/${row}/best-crm`,
    })),
  }));
  const response = await fetch(`${address}/v1/projects/${account.own.projectId}/imports`, {
    method: "POST",
    headers: { authorization: `Bearer ${account.key}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const { data } = (await response.json()) as { data?: { id: string } };
  if (!data) throw new Error(`an import ended with ${response.status}`);
  reportId = data.id;
}

async function rawRows(heavy: Heavy): Promise<void> {
  let [came, cursor]: [number, string | null] = [0, ""];
  do {
    const after: string = cursor ? `&cursor=${cursor}` : "";
    const response = await ask(heavy, `/v1/reports/${reportId}?view=raw&limit=500${after}`);
    const { data, meta } = (await response.json()) as {
      data: { rows: unknown[] };
      meta: { pagination: { next_cursor: string | null } };
    };
    came += data.rows.length;
    cursor = meta.pagination.next_cursor;
  } while (cursor);
  must(came, "raw pages");
}

async function exported(heavy: Heavy): Promise<void> {
  const text = await (await ask(heavy, `/v1/reports/${reportId}/export?format=csv`)).text();
  must(text.trimEnd().split("\n").length - 1, "an export");
}

async function read(heavy: Heavy, path: string, token?: string): Promise<void> {
  await (await ask(heavy, path, token)).arrayBuffer();
}

/** Each is done by itself beside the quiet account. Another way to be a bad neighbour is one more row. */
export const loads: readonly Load[] = [
  {
    name: `${parallel} readers of raw pages, ${parallel} exports`,
    begin: importLargest,
    work: (heavy) =>
      all([...times(parallel, () => rawRows(heavy)), ...times(parallel, () => exported(heavy))]),
  },
  {
    name: `${parallel} full views with texts, ${parallel} comparisons`,
    begin: async (heavy) => {
      await importLargest(heavy);
      await (await ask(heavy, `/v1/reports/${reportId}`)).arrayBuffer();
    },
    work: (heavy) =>
      all([
        ...times(parallel, () =>
          read(heavy, `/v1/reports/${reportId}?view=full&answer_detail=full&limit=200`),
        ),
        ...times(parallel, () =>
          read(heavy, `/v1/reports/${reportId}/compare?with=${heavy.account.own.reportId}`),
        ),
      ]),
  },
  {
    name: `${10 * parallel} lists`,
    work: (heavy) => all(times(10 * parallel, () => read(heavy, "/v1/reports?limit=100"))),
  },
  {
    name: `${parallel / 2} exports of the account`,
    begin: importLargest,
    work: (heavy) => all(times(parallel / 2, () => read(heavy, "/v1/account/export", heavy.account.session))),
  },
];
