/** Rows of a CSV text by its header, as RFC 4180 writes them: quoted fields may hold commas, line breaks and "". */
export function parseCsv(text: string): Record<string, string>[] {
  const rows: string[][] = [];
  let row: string[] = [];
  const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/y;
  const end = text.replace(/\s+$/, "").length;
  while (field.lastIndex <= end) {
    const match = field.exec(text);
    if (!match) throw new Error(`this is no CSV after row ${rows.length}`);
    row.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? "");
    if (match[3] !== ",") {
      rows.push(row);
      row = [];
    }
    if (match[0] === "" || field.lastIndex >= end) break;
  }
  if (row.length > 0) rows.push(row);
  const [header = [], ...records] = rows;
  return records.map((record) =>
    Object.fromEntries(header.map((name, column) => [name, record[column] ?? ""])),
  );
}
