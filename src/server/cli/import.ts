import { readFile, stat } from "node:fs/promises";
import { buffer } from "node:stream/consumers";
import type { Config } from "../../config.ts";
import { jsonFaultSaid } from "../http/body/body.ts";
import { JsonError, parseJson } from "../http/body/json.ts";
import { answersOfTable, isTable, type SlashOrder } from "../operator/answer-table.ts";
import { rowAt } from "../operator/import-row.ts";
import { CommandError, type Io, say } from "../operator/io.ts";
import { cannotRead } from "../operator/named-file.ts";
import type { Operations } from "../operator/operations.ts";
import { operate } from "../operator/operator-client.ts";
import { importBytesMax } from "../runs/imports/import-terms.ts";

/** Most lines that one refusal names. */
const linesNamed = 10;

/** Adds a report from a file of answers, or from stdin with `-`; prints its id. All rows or none. */
export async function importAnswers(
  config: Config,
  options: { file: string; project: string; dates?: string },
  io: Io,
): Promise<void> {
  const rows = rowsIn(await contents(options.file, io), slashOrderIn(options.dates));
  const report = await operate(config, "importAnswers", { projectId: options.project, rows }, inWholeProgram);
  for (const { path, message, did_you_mean } of report.warnings) {
    const suggestion = did_you_mean ? ` Did you mean ${did_you_mean}?` : "";
    io.stderr.write(`overheard: warning: ${rowAt(path)}${message}${suggestion}\n`);
  }
  io.stderr.write(`overheard: ${report.headline}\n`);
  say(io, report.id);
}

/** An import is an action: it needs the store, the queue and everything that `perform` needs. */
async function inWholeProgram(
  config: Config,
  _name: "importAnswers",
  parameters: Parameters<Operations["importAnswers"]>[0],
): Promise<Awaited<ReturnType<Operations["importAnswers"]>>> {
  const { buildApp } = await import("../app.ts");
  await using app = await buildApp({ ...config, logLevel: "warn" });
  return await app.operator.importAnswers(parameters);
}

async function contents(file: string, io: Io): Promise<string> {
  if (file === "-") return decoded(await buffer(io.stdin), "What came on standard input");
  try {
    const { size } = await stat(file);
    if (size > importBytesMax)
      throw new CommandError(`${file} is larger than 8 MiB, the most for one import.`, 2);
    return decoded(await readFile(file), file);
  } catch (error) {
    throw error instanceof CommandError ? error : cannotRead(file, error, 2);
  }
}

/** Other encodings would turn letters of brands into others, in silence. */
function decoded(bytes: Buffer, file: string): string {
  if (bytes.toString("latin1", 0, 4) === "PK\x03\x04")
    throw new CommandError(
      `${file} is a workbook or another zip archive. In a spreadsheet, save the table as CSV in UTF-8 (Excel calls that “CSV UTF-8”).`,
      2,
    );
  const mark = bytes.subarray(0, 2).toString("hex");
  if (mark === "1f8b") throw new CommandError(`${file} is compressed: unpack it first (gunzip).`, 2);
  const encoding = { fffe: "utf-16le", feff: "utf-16be" }[mark] ?? "utf-8";
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new CommandError(`${file} is not in UTF-8. Save it as UTF-8 (Excel calls that “CSV UTF-8”).`, 2);
  }
}

function slashOrderIn(option: string | undefined): SlashOrder | null {
  if (option === undefined || option === "day-first" || option === "month-first") return option ?? null;
  throw new CommandError("--dates is day-first or month-first.", 2);
}

/** A JSON array, one JSON value per line, or a CSV table. Throws a CommandError that names up to ten lines. */
function rowsIn(content: string, order: SlashOrder | null): unknown {
  if (content.trim() === "") throw new CommandError("The file is empty.");
  if (isTable(content)) return answersOfTable(content, order);
  if (!/^[\s\uFEFF]*[[{]/.test(content))
    throw new CommandError(
      /^.*[,;\t]/.test(content.trimStart())
        ? "The first line of the table has no column answer: it must name the columns prompt, provider and answer."
        : "The file is neither JSON nor a CSV table, whose first line names the columns prompt, provider and answer.",
    );
  if (content.trimStart().startsWith("[")) return parsed(content, "The file");
  const mistakes: string[] = [];
  const rows = content.split("\n").flatMap((line, index) => {
    if (line.trim() === "" || mistakes.length === linesNamed) return [];
    try {
      return [parsed(line, `Line ${index + 1}`)];
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      mistakes.push(error.message);
      return [];
    }
  });
  if (mistakes.length > 0) throw new CommandError(mistakes.join("\n"));
  return rows;
}

function parsed(json: string, where: string): unknown {
  try {
    return parseJson(json, 0, Number.POSITIVE_INFINITY);
  } catch (error) {
    if (error instanceof JsonError) throw new CommandError(jsonFaultSaid(error, where));
    throw error;
  }
}
