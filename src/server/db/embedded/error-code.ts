/** The system's code of an error, e.g. `ENOENT`; empty if it has none. */
export const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? "";
