import { after } from "node:test";

const works: (() => Promise<void>)[] = [];

/** What a test process does when the tests of its only file are over or, where files share it (scripts/testing), those of its last. */
export function atEnd(work: () => Promise<void>): void {
  if (process.env.TESTS_SHARE_PROCESS) works.push(work);
  else after(work);
}

export async function endAll(): Promise<void> {
  await Promise.allSettled(works.map((work) => work()));
}
