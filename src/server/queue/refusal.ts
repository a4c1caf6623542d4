/** Whether the store refused the data itself (SQLSTATE classes 21, 22 and 23), so that a retry cannot help. */
export const isRefusal = (error: unknown): boolean => /^2[123]/.test((error as { code?: string }).code ?? "");
