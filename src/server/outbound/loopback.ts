const names = ["localhost", "127.0.0.1", "[::1]"];

/** Whether this is a computer's name for itself, in a URL's spelling of hostnames. */
export const isLoopback = (hostname: string): boolean => names.includes(hostname);

/** Whether a server that listens there does so on all addresses of its machine. */
export const isEveryAddress = (host: string): boolean => host === "0.0.0.0" || host === "::";
