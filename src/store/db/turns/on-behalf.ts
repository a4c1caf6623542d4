import { AsyncLocalStorage } from "node:async_hooks";

const owners = new AsyncLocalStorage<string | null>();

/** Does this for an organization: the connections that it takes are the organization's, wherever they are taken. */
export const onBehalfOf = <T>(organizationId: string, work: () => T): T => owners.run(organizationId, work);

/** Begins what goes on for everybody, on whose behalf it may be begun. */
export const forEverybody = <T>(work: () => T): T => owners.run(null, work);

/** Whose work this is; null for what belongs to all of them, such as jobs and whoever has not been recognized yet. */
export const workingFor = (): string | null => owners.getStore() ?? null;
