const control = /[\p{Cc}\p{Cf}]/gu;

/**
 * Rows as text in aligned columns; only the last one is not padded. Values that a stranger may have chosen (an address, a
 * name) cannot move the cursor: control characters are shown as `?`.
 */
export function tableOf(rows: readonly (readonly string[])[]): string[] {
  const cells = rows.map((row) => row.map(withoutControls));
  const widths = (cells[0] ?? []).map((_, at) => Math.max(...cells.map((row) => row[at]?.length ?? 0)));
  return cells.map((row) =>
    row
      .map((cell, at) => (at === row.length - 1 ? cell : cell.padEnd(widths[at] ?? 0)))
      .join("  ")
      .trimEnd(),
  );
}

const withoutControls = (cell: string): string => cell.replace(control, "?");
