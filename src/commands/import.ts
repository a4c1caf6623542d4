import { readFile, stat } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { importBytesMax } from "../actions/reports/terms/import-terms.ts";
import type { Config } from "../config.ts";
import { JsonError, parseJson } from "../doors/rest/body/json.ts";
import { rowAt } from "../operator/import-row.ts";
import { CommandError, type Io, say } from "../operator/io.ts";
import { operate } from "../operator/operator-client.ts";

/** Adds a report from a file of answers, or from stdin with `-`; prints its id. All rows or none. */
export async function importAnswers(
  config: Config,
  options: { file: string; project: string },
  io: Io,
): Promise<void> {
  const rows = rowsIn(await contents(options.file, io));
  const report = await operate(config, "importAnswers", { projectId: options.project, rows });
  for (const { path, message, did_you_mean } of report.warnings) {
    const meant = did_you_mean ? ` Did you mean ${did_you_mean}?` : "";
    io.stderr.write(`overheard: warning: ${rowAt(path)}${message}${meant}\n`);
  }
  io.stderr.write(`overheard: ${report.headline}\n`);
  say(io, report.id);
}

async function contents(file: string, io: Io): Promise<string> {
  if (file === "-") return text(io.stdin);
  try {
    const { size } = await stat(file);
    if (size > importBytesMax) throw new CommandError(`${file} is larger than the 8 MiB of one import.`, 2);
    return await readFile(file, "utf8");
  } catch (error) {
    throw error instanceof CommandError ? error : new CommandError(`${file} cannot be read.`, 2);
  }
}

/** A JSON array, or a JSON value a line. Throws a CommandError that names the line. */
function rowsIn(content: string): unknown {
  if (content.trimStart().startsWith("[")) return parsed(content, "The file");
  return content
    .split("\n")
    .flatMap((line, index) => (line.trim() === "" ? [] : [parsed(line, `Line ${index + 1}`)]));
}

function parsed(json: string, where: string): unknown {
  try {
    return parseJson(json);
  } catch (error) {
    if (error instanceof JsonError)
      throw new CommandError(`${where} is not JSON as we read it (${error.fault.reason}).`);
    throw error;
  }
}
