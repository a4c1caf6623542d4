/** Answers a request to the accounts as if it had come through the door, counted by `sourceAddress`. */
export type FetchAccounts = (request: Request, sourceAddress: string) => Promise<Response>;
