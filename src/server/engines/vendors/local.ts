import type OpenAI from "openai";
import { type Adapter, type EngineSettings, moreTokens } from "../adapter.ts";
import { EngineError } from "../engine.ts";
import { versioned } from "../wire/base-url.ts";
import { readChat } from "../wire/chat.ts";
import { objectIn, objectsIn, stringIn } from "../wire/json.ts";
import { openaiClient } from "../wire/openai-client.ts";

/** Any OpenAI-compatible server: Ollama, vLLM, LM Studio, a gateway. Without a model, the first that it lists. */
export function local(settings: EngineSettings & { baseUrl: string }): Adapter {
  const baseUrl = versioned(settings.baseUrl);
  // Servers without keys ignore it, but the SDK requires one.
  const apiKey = settings.apiKey ?? "none";
  let listed: string | null = null;
  return {
    provider: "local",
    get model() {
      return settings.model ?? listed;
    },
    searches: false,
    concurrency: 2,
    prices: [],
    moreTokens,
    requestsPerMinute: 600,
    async ask({ prompt, roomier }, fetch) {
      const client = await openaiClient({ apiKey, baseUrl }, fetch);
      const model = settings.model ?? (await firstModel(client));
      listed = model;
      const messages = [{ role: "user" as const, content: prompt }];
      const reply = readChat(
        await client.chat.completions.create({ model, messages, ...(roomier && { max_tokens: moreTokens }) }),
      );
      return { ...reply, model: reply.model || model };
    },
  };
}

async function firstModel(client: OpenAI): Promise<string> {
  const list = objectIn(await client.get("/models"));
  const first = stringIn(objectsIn(list.data)[0]?.id);
  if (first === null) throw new EngineError("bad_answer");
  return first;
}
