/** Whether every answer of a report was imported, so that more answers are imported too and not asked for. */
export const isImported = ({ surfaces }: { surfaces: readonly string[] }): boolean =>
  surfaces.length > 0 && surfaces.every((surface) => surface === "import");
