/** A row of a CSV file: where it begins, from line 1, and its cells. */
export interface CsvRow {
  line: number;
  cells: string[];
  /** A quotation mark was opened and never closed. */
  open: boolean;
}

const separators = [",", ";", "\t"];

/**
 * The rows of a CSV file (RFC 4180) whose cells stand between commas, semicolons or tabs; each has one cell where the separator
 * is empty. Rows without text are left out.
 */
export function rowsOfCsv(text: string, separator = separatorOf(text)): CsvRow[] {
  const source = text.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n");
  const rows: CsvRow[] = [];
  let row: CsvRow = { line: 1, cells: [], open: false };
  let cell = "";
  /** Whether the cell has nothing but blanks so far. */
  let blank = true;
  let quoted = false;
  let line = 1;
  const endCell = () => {
    row.cells.push(cell.trim());
    cell = "";
    blank = true;
  };
  const endRow = () => {
    endCell();
    rows.push({ ...row, open: quoted });
    row = { line: line + 1, cells: [], open: false };
  };
  for (let at = 0; at < source.length; at += 1) {
    const letter = source[at]!;
    if (quoted && letter === '"' && source[at + 1] === '"') {
      cell += '"';
      blank = false;
      at += 1;
    } else if (quoted ? letter === '"' : letter === '"' && blank) {
      quoted = !quoted;
      if (quoted) cell = "";
    } else if (!quoted && letter === separator) endCell();
    else if (!quoted && letter === "\n") {
      endRow();
      line += 1;
    } else {
      if (letter === "\n") line += 1;
      cell += letter;
      if (blank) blank = letter.trim() === "";
    }
  }
  endRow();
  return rows.filter(({ cells }) => cells.some((each) => /[^,;\t]/.test(each)));
}

/** What stands most often in the first line with text, outside quotation marks; empty if none does: there is one column. */
export function separatorOf(text: string): string {
  const first = unquotedLines(text)[0] ?? "";
  const times = (separator: string) => (separator === "" ? 1 : first.split(separator).length);
  return separators.reduce((best, each) => (times(each) > times(best) ? each : best), "");
}

/** The lines with text, without the cells that stand in quotation marks. */
export const unquotedLines = (text: string): string[] =>
  text
    .replace(/^\uFEFF/, "")
    .replace(/\r\n?/g, "\n")
    .replace(/(^|[,;\t\n]) *"[^"]*(?:""[^"]*)*"/g, '$1""')
    .split("\n")
    .filter((line) => line.trim() !== "");
