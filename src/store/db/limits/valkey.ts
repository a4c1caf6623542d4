import type { Redis } from "iovalkey";
import { Problem } from "../../../kernel/problem.ts";
import { StoreError } from "../store-error.ts";
import type { Counter, ValkeyPlace } from "./counter.ts";
import { gather } from "./gather.ts";

const usualStartMs = 10_000;
const answerMs = 2_000;

/**
 * Windows in Valkey or Redis, shared by all processes: one script per count, run atomically. `ready` throws StoreError
 * if the server cannot be reached. While it is away nothing is allowed: counting throws SERVICE_UNAVAILABLE.
 */
export function countInValkey(place: ValkeyPlace): Counter {
  const opened = open(place);
  opened.catch(() => undefined);
  return {
    count: gather(async (key, times, windowSeconds) => {
      const { limiter } = await opened;
      const customDuration = Math.max(1, Math.ceil(windowSeconds));
      const { consumedPoints, msBeforeNext } = await limiter
        .penalty(key, times, { customDuration })
        .catch((cause) => {
          throw new Problem("SERVICE_UNAVAILABLE", { retryAfterSeconds: 2, cause });
        });
      return { count: consumedPoints, msLeft: msBeforeNext };
    }),
    async giveBack({ key, windowSeconds }) {
      const { limiter } = await opened;
      const customDuration = Math.max(1, Math.ceil(windowSeconds));
      // A window that closed meanwhile would begin again below zero, and let one more through.
      const open = await limiter.get(key);
      if (open && open.consumedPoints > 0) await limiter.reward(key, 1, { customDuration });
    },
    async ready() {
      await (await opened).client.ping();
    },
    async [Symbol.asyncDispose]() {
      await opened.then(
        ({ client }) => client.disconnect(),
        () => undefined,
      );
    },
  };
}

async function open({ valkeyUrl: url, log, startMs = usualStartMs }: ValkeyPlace) {
  const [{ Redis }, { RateLimiterRedis }] = await Promise.all([
    import("iovalkey"),
    import("rate-limiter-flexible"),
  ]);
  const client = new Redis(url, {
    connectionName: "overheard",
    // A command that cannot be sent, or whose connection broke, fails at once: it is never counted twice.
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    commandTimeout: answerMs,
    connectTimeout: answerMs,
    // A connection whose other end is gone without a word is dropped, and not only its commands.
    socketTimeout: answerMs,
    retryStrategy: (times) => Math.min(50 * times, 1_000),
  });
  client.on("error", (error) => log.warn({ code: codeOf(error) }, "the connection to Valkey failed"));
  await firstConnection(client, new URL(url).host, startMs);
  const limiter = new RateLimiterRedis({
    storeClient: client,
    keyPrefix: "overheard:limits",
    points: 1,
    duration: 60,
  });
  return { client, limiter };
}

/** Waits for a server that is still starting. */
function firstConnection(client: Redis, host: string, startMs: number): Promise<void> {
  let code = "timeout";
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      client.disconnect();
      reject(
        new StoreError(
          `Valkey at ${host} cannot be used (${code}). Check VALKEY_URL and that the server runs.`,
        ),
      );
    }, startMs);
    client.on("error", (error) => {
      code = codeOf(error);
    });
    client.once("ready", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** A system code, or the first word of the server's refusal, such as WRONGPASS. */
function codeOf(error: Error & { code?: unknown }): string {
  if (typeof error.code === "string") return error.code;
  return /^[A-Z]+(?= )/.exec(error.message)?.[0] ?? error.name;
}
