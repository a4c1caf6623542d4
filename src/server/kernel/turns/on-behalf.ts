import { AsyncLocalStorage } from "node:async_hooks";

interface Work {
  /** An organization's id, or the network that a visitor comes from. */
  owner: string;
  /** Whether somebody waits for it, as for the answer to a request. */
  awaited: boolean;
}

const works = new AsyncLocalStorage<Work | null>();

/** Does this for a request of an organization: connections and threads that it takes are the organization's, wherever they are taken. */
export const onBehalfOf = <T>(organizationId: string, work: () => T): T =>
  works.run({ owner: organizationId, awaited: true }, work);

/** The same for somebody who is not recognized yet, by the network that the request comes from. */
export const forVisitor = <T>(network: string, work: () => T): T =>
  works.run({ owner: `${visitor}${network}`, awaited: true }, work);

const visitor = "visitor ";

/** Whether an owner is somebody who is not recognized yet. */
export const isVisitor = (owner: string): boolean => owner.startsWith(visitor);

/** Does this as a job of an organization: threads that it takes are the organization's, connections those of all jobs. */
export const asJobOf = <T>(organizationId: string, work: () => T): T =>
  works.run({ owner: organizationId, awaited: false }, work);

/** Begins what goes on for everybody, on whose behalf it may be begun. */
export const forEverybody = <T>(work: () => T): T => works.run(null, work);

/** Whose connections this takes; null for what belongs to all of them, such as jobs. */
export function workingFor(): string | null {
  const work = works.getStore();
  return work?.awaited ? work.owner : null;
}

/** No organization's: the operator's. */
const shared = "";

/** In which line this waits for threads. */
export function lineNow(): { owner: string; awaited: boolean } {
  const work = works.getStore();
  return work ? { owner: work.owner, awaited: work.awaited } : { owner: shared, awaited: false };
}
