const names = ["localhost", "127.0.0.1", "[::1]"];

/** Whether this is a computer's name for itself, in a URL's spelling of hostnames. */
export const isLoopback = (hostname: string): boolean => names.includes(hostname);
