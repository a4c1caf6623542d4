import type { Brand } from "../../../src/reader/brand.ts";
import { compileReader, readAnswer } from "../../../src/reader/read.ts";
import { EngineError } from "../../../src/server/engines/engine.ts";
import { buildEngines } from "../../../src/server/engines/index.ts";
import { providerOf, type Script, startVendor, type Vendor, vendors } from "../vendor.ts";
import { fieldRows } from "./field.ts";
import { type FieldRow, type Right, says } from "./row.ts";
import { fieldTexts } from "./texts.ts";

const brand = (name: string): Brand => ({ name, domains: [], aliases: [], about: null });

/** Who is looked for, and what was asked. */
export const field = {
  tracked: { own: brand("Northwind"), rivals: [brand("Smeg"), brand("Fellow")] },
  prompt: "Which kettle should I buy?",
};
const reader = compileReader(field.tracked);
const question = { prompt: field.prompt, sample: 1, country: "US", language: "en", brands: [] };

/** How each body was read that differs from the reading that is right, and how many bodies there were. */
export async function askField(
  vendor: Vendor,
): Promise<{ rows: number; wrong: { what: string; right: Right; got: unknown }[] }> {
  const texts = fieldTexts.map(({ what, text, names }) => ({
    what,
    answer: text,
    right: says(text, { names }),
  }));
  const rows: Row[] = [...fieldRows.filter(({ by }) => by.includes(vendor)), ...texts];
  let row = rows[0]!;
  await using server = await startVendor(vendor, () => scriptOf(row));
  const provider = providerOf(vendor);
  const settings = [
    { provider, apiKey: "sk-test", baseUrl: server.url, model: vendor === "sonar" ? "sonar" : null },
  ];
  const engine = buildEngines(settings, { timeoutMs: 10_000 }).get(provider)!;
  const wrong: { what: string; right: Right; got: unknown }[] = [];
  for (row of rows) {
    const right =
      vendor === "local" && "billed" in row.right ? { ...row.right, billed: "nothing" } : row.right;
    const got = await engine.ask(question, new AbortController().signal).then(
      ({ text, truncated, declined, searched }) => {
        const { mentions, refusal, blank } = readAnswer(reader, {
          ...{ text, truncated, declined, citations: [], prompt: question.prompt },
        });
        return {
          ...{ text, names: mentions.map(({ name }) => name) },
          ...(truncated && { truncated }),
          ...(refusal && { refusal }),
          ...(blank && { blank }),
          ...("searched" in right && { searched }),
        };
      },
      (error: unknown) => (error instanceof EngineError ? failureOf(error, vendor) : String(error)),
    );
    if (JSON.stringify(sorted(got)) !== JSON.stringify(sorted(right)))
      wrong.push({ what: row.what, right: row.right, got });
  }
  return { rows: rows.length, wrong };
}

/** A body of the table, or an answer in the vendor's format. */
type Row = FieldRow | { what: string; answer: string; right: Right };

function scriptOf(row: Row): Script {
  if ("answer" in row) return { answer: row.answer };
  const { status, headers, body } = row;
  if (status === undefined && typeof body !== "string") return { raw: body };
  return { fault: { status: status ?? 200, body, ...(headers && { headers }) } };
}

function failureOf({ kind, reason, costUsd }: EngineError, vendor: Vendor) {
  const billed = vendor === "local" || costUsd === 0 ? "nothing" : costUsd === null ? "unknown" : "tokens";
  return { fails: kind, billed, ...(reason && { reason }) };
}

const sorted = (value: unknown): unknown =>
  typeof value === "object" && value !== null
    ? Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
    : value;

/** Vendors of which no body is in the table. */
export const vendorsWithoutRows = (): Vendor[] =>
  vendors.filter(
    (vendor) => !fieldRows.some(({ by, status }) => status === undefined && by.includes(vendor)),
  );
