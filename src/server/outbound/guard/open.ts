import type { Outside } from "../outside.ts";
import type { OutsideOptions } from "./safe-fetch.ts";
import { userAgent } from "./user-agent.ts";

/**
 * The outbound guard, loaded at the first request to a stranger's server: the HTTP client under it is a hundred modules,
 * which the start need not wait for.
 */
export function openOutside(options: OutsideOptions): Outside & AsyncDisposable & { load(): Promise<void> } {
  let opened: Promise<Outside & AsyncDisposable> | null = null;
  const outside = () =>
    (opened ??= import("./safe-fetch.ts").then(({ createOutside }) => createOutside(options)));
  return {
    agent: userAgent,
    load: async () => void (await outside()),
    fetch: async (request) => (await outside()).fetch(request),
    check: async (url, terms) => (await outside()).check(url, terms),
    async [Symbol.asyncDispose]() {
      await (await opened)?.[Symbol.asyncDispose]();
    },
  };
}
