import { figureList, type Unit } from "../src/figures/metrics/metric-table.ts";
import { providerLabel, providers, vendorOf } from "../src/reader/provider.ts";
import { wireName } from "../src/server/reports/figures/metrics-view.ts";
import { claims } from "../test/figures/claims.ts";

/** Tables in docs/ that are printed from the code, by file and by their header. */
const tables: Record<string, Record<string, readonly (readonly string[])[]>> = {
  "docs/contract/metrics.md": {
    "| `provider` | Assistant | Asked through |": providers.map((provider) => [
      code(provider),
      providerLabel(provider),
      vendorOf(provider)?.name ?? "",
    ]),
    "| Figure | Definition | Range |": figureList.map(([name, { defined, unit }]) => [
      code(wireName(name)),
      defined,
      rangeOf(unit, " to "),
    ]),
  },
  "docs/measuring.md": {
    "| Figure | Question | Range | Denominator |": figureList.map(([name, { asks, unit, over }]) => [
      code(wireName(name)),
      asks,
      rangeOf(unit, "–"),
      code(wireName(over)),
    ]),
    "| What is said | Decided by | Wrong | Measured by |": Object.values(claims).map(
      ({ says, decidedBy, wrong, bench }) => [
        says,
        code(decidedBy.split(" ").at(-1) ?? ""),
        wrong,
        code(`npm run bench -- ${bench}`),
      ],
    ),
  },
};

export const documented = Object.keys(tables);

/** The text of a documented page with its tables as the code has them. Throws if a table is missing. */
export function withTables(page: string, text: string): string {
  return Object.entries(tables[page] ?? {}).reduce((given, [header, rows]) => {
    const start = given.indexOf(`${header}\n`);
    if (start === -1) throw new Error(`${page} has no table "${header}".`);
    const [, rule = ""] = given.slice(start).split("\n");
    const from = start + header.length + rule.length + 2;
    const after = given.slice(from).replace(/^(?:\|.*\n)*/, "");
    return given.slice(0, from) + rows.map((row) => `| ${row.join(" | ")} |\n`).join("") + after;
  }, text);
}

function code(word: string): string {
  return `\`${word}\``;
}

function rangeOf(unit: Unit, to: string): string {
  return { share: `0${to}1`, score: `0${to}100`, position: "from 1" }[unit];
}
