import type { Log } from "../kernel/log.ts";

/** 0 is success. */
interface Result {
  code: number;
  error?: Error;
}

interface Exporter {
  export(items: never, done: (result: Result) => void): void;
}

/** The exporter, which tells the log when it begins to fail and when it works again, and not every time between. */
export function telling<T extends Exporter>(exporter: T, what: "traces" | "metrics", log: Log): T {
  const send = exporter.export.bind(exporter);
  let failing = false;
  exporter.export = (items, done) =>
    send(items, (result) => {
      if ((result.code !== 0) !== failing) {
        failing = !failing;
        // What the collector said may hold anything: the code alone is known to be harmless.
        const { code } = (result.error ?? {}) as { code?: unknown };
        if (failing)
          log.warn({ what, code }, "the telemetry collector does not take what is sent; it is dropped");
        else log.info({ what }, "the telemetry collector takes what is sent");
      }
      done(result);
    });
  return exporter;
}
