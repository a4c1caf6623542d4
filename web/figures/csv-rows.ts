/** A row of a CSV file: where it begins, from line 1, and its cells. */
export interface CsvRow {
  line: number;
  cells: string[];
  /** A quotation mark was opened and never closed. */
  open: boolean;
}

const separators = [",", ";", "\t"];

/** The rows of a CSV file (RFC 4180) whose cells stand between commas, semicolons or tabs; rows without text are left out. */
export function rowsOfCsv(text: string): CsvRow[] {
  const source = text.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n");
  const separator = separatorOf(source);
  const rows: CsvRow[] = [];
  let row: CsvRow = { line: 1, cells: [], open: false };
  let cell = "";
  let quoted = false;
  let line = 1;
  const endCell = () => {
    row.cells.push(cell.trim());
    cell = "";
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
      at += 1;
    } else if (quoted ? letter === '"' : letter === '"' && cell.trim() === "") {
      quoted = !quoted;
      if (quoted) cell = "";
    } else if (!quoted && letter === separator) endCell();
    else if (!quoted && letter === "\n") {
      endRow();
      line += 1;
    } else {
      if (letter === "\n") line += 1;
      cell += letter;
    }
  }
  endRow();
  return rows.filter(({ cells }) => cells.some((each) => each !== ""));
}

/** What stands most often in the first line. */
function separatorOf(source: string): string {
  const first = source.slice(0, source.indexOf("\n") >>> 0);
  const times = (separator: string) => first.split(separator).length;
  return separators.reduce((best, each) => (times(each) > times(best) ? each : best));
}
