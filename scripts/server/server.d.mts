export function serverFolder(): string;
export function builtServer(): string | null;
export function buildServer(options?: { stdio?: "ignore" | 2 }): Promise<boolean>;
