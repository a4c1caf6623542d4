const names = ["localhost", "127.0.0.1", "[::1]"];

/** Whether this is a computer's name for itself, as the hostname of a URL spells it. */
export const isLoopback = (hostname: string): boolean => names.includes(hostname);
