import { AsyncLocalStorage } from "node:async_hooks";

/** The organization that a consent page named, while the library handles what was decided there: it asks for it without the request. */
export const withConsentedOrganization = new AsyncLocalStorage<string>();
