/** Answers a request to the accounts, as if it had come to the door; `sourceAddress` is what it is counted by. */
export type FetchAccounts = (request: Request, sourceAddress: string) => Promise<Response>;
