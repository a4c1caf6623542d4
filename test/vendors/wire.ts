import type { Provider } from "../../src/reader/provider.ts";

/** A page that the search met; cited if it has `at`, the UTF-16 offsets of the text in the answer that cites it. */
export interface Source {
  url: string;
  title: string;
  at?: [start: number, end: number];
}

export interface Said {
  answer: string;
  sources: readonly Source[];
  /** Null: the model that was asked. */
  model: string | null;
}

interface Asked {
  path: string;
  body: Record<string, unknown>;
}

type Writer = (said: Said, model: string) => unknown;

export function isAnswerRoute(vendor: Vendor, path: string): boolean {
  return table[vendor].route.test(path);
}

export const modelsBody = {
  object: "list",
  data: [{ id: "llama-first", object: "model" }, { id: "second" }],
};

/** A successful reply as the vendor documents it. */
export function successBody(vendor: Vendor, said: Said, { path, body }: Asked): unknown {
  const asked = vendor === "gemini" ? /models\/([^:]+):/.exec(path)?.[1] : body.model;
  return table[vendor].write(said, said.model ?? String(asked));
}

const responses: Writer = ({ answer, sources }, model) => ({
  id: "resp_1",
  object: "response",
  created_at: 1_795_000_000,
  status: "completed",
  error: null,
  incomplete_details: null,
  model,
  output: [
    { id: "rs_1", type: "reasoning", summary: [] },
    {
      id: "ws_1",
      type: "web_search_call",
      status: "completed",
      action: {
        type: "search",
        queries: ["best"],
        sources: sources.map(({ url }) => ({ type: "url", url })),
      },
    },
    {
      id: "ws_2",
      type: "web_search_call",
      status: "completed",
      action: { type: "open_page", url: sources[0]?.url ?? null },
    },
    {
      id: "msg_1",
      type: "message",
      role: "assistant",
      status: "completed",
      content: [
        {
          type: "output_text",
          text: answer,
          logprobs: [],
          annotations: sources.flatMap(({ url, title, at }) => {
            if (!at) return [];
            const [start_index, end_index] = at.map((unit) => [...answer.slice(0, unit)].length);
            return [{ type: "url_citation", url, title, start_index, end_index }];
          }),
        },
      ],
    },
  ],
  usage: {
    input_tokens: 1_200,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: 300,
    output_tokens_details: { reasoning_tokens: 100 },
    total_tokens: 1_500,
  },
});

const xai: Writer = (said, model) => {
  const body = responses(said, model) as { output: { type: string; action?: object }[]; usage: object };
  const output = body.output.map((item) =>
    item.action ? { ...item, action: { type: "search", query: "best" } } : item,
  );
  return {
    ...body,
    output: output.filter((item) => item.type !== "reasoning").slice(1),
    citations: said.sources.map(({ url }) => url),
    usage: { ...body.usage, cost_in_usd_ticks: 37_756_000 },
  };
};

const agent: Writer = ({ answer, sources }, model) => ({
  id: "resp_1",
  object: "response",
  created_at: 1_795_000_000,
  status: "completed",
  error: null,
  model,
  output: [
    {
      type: "search_results",
      queries: ["best"],
      results: sources.map(({ url, title }, index) => ({
        id: index + 1,
        url,
        title,
        snippet: "…",
        source: "web",
        last_updated: "2026-11-01",
      })),
    },
    {
      id: "msg_1",
      type: "message",
      role: "assistant",
      status: "completed",
      content: [{ type: "output_text", text: answer, annotations: [] }],
    },
  ],
  usage: {
    input_tokens: 1_200,
    output_tokens: 300,
    total_tokens: 1_500,
    cost: {
      currency: "USD",
      input_cost: 0.0003,
      output_cost: 0.00075,
      tool_calls_cost: 0.0025,
      total_cost: 0.00355,
    },
    tool_calls_details: { search_web: { invocation: 1, cost_usd: 0.0025 } },
  },
});

/** Claude's blocks: what it says before a search, the search, then one text block per cited stretch. */
const messages: Writer = ({ answer, sources }, model) => ({
  id: "msg_1",
  type: "message",
  role: "assistant",
  model,
  content: [
    { type: "server_tool_use", id: "srvtoolu_1", name: "web_search", input: { query: "best" } },
    {
      type: "web_search_tool_result",
      tool_use_id: "srvtoolu_1",
      content: sources.map(({ url, title }) => ({
        type: "web_search_result",
        url,
        title,
        encrypted_content: "…",
        page_age: null,
      })),
    },
    ...blocksOf(answer, sources),
  ],
  stop_reason: "end_turn",
  stop_sequence: null,
  usage: {
    input_tokens: 1_000,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: 200,
    output_tokens: 300,
    server_tool_use: { web_search_requests: 1, web_fetch_requests: 0 },
  },
});

function blocksOf(answer: string, sources: readonly Source[]): unknown[] {
  const cuts = new Set([0, answer.length, ...sources.flatMap(({ at }) => at ?? [])]);
  const ends = [...cuts].sort((a, b) => a - b);
  return ends.slice(1).map((end, index) => {
    const start = ends[index]!;
    const citations = sources
      .filter(({ at }) => at && at[0] <= start && end <= at[1])
      .map(({ url, title }) => ({
        type: "web_search_result_location",
        url,
        title,
        cited_text: "…",
        encrypted_index: "…",
      }));
    return {
      type: "text",
      text: answer.slice(start, end),
      citations: citations.length > 0 ? citations : null,
    };
  });
}

const generateContent: Writer = ({ answer, sources }, model) => ({
  candidates: [
    {
      index: 0,
      // A thought without an answer would be a failed call.
      content: {
        role: "model",
        parts: [{ text: answer && "Let me think.", thought: true }, { text: answer }],
      },
      finishReason: "STOP",
      groundingMetadata: {
        webSearchQueries: ["best"],
        groundingChunks: sources.map(({ url, title }) => ({ web: { uri: url, title } })),
        groundingSupports: sources.flatMap(({ at }, index) => {
          if (!at) return [];
          const [startIndex, endIndex] = at.map((unit) => Buffer.byteLength(answer.slice(0, unit)));
          const text = answer.slice(...at);
          return [{ segment: { partIndex: 1, startIndex, endIndex, text }, groundingChunkIndices: [index] }];
        }),
      },
    },
  ],
  usageMetadata: {
    promptTokenCount: 200,
    toolUsePromptTokenCount: 1_000,
    candidatesTokenCount: 200,
    thoughtsTokenCount: 100,
    totalTokenCount: 1_500,
  },
  modelVersion: model,
  responseId: "r1",
});

const chat: Writer = ({ answer }, model) => ({
  id: "chatcmpl-1",
  object: "chat.completion",
  created: 1_795_000_000,
  model,
  choices: [{ index: 0, finish_reason: "stop", message: { role: "assistant", content: answer } }],
  usage: { prompt_tokens: 1_200, completion_tokens: 300, total_tokens: 1_500 },
});

const sonar: Writer = (said, model) => ({
  ...(chat(said, model) as object),
  citations: said.sources.map(({ url }) => url),
  search_results: said.sources.map(({ url, title }) => ({ url, title, date: "2026-11-01" })),
});

interface Row {
  /** The assistant that this server stands behind. */
  provider: Provider;
  route: RegExp;
  write: Writer;
  /** How it says what it searched for; absent if it does not search. */
  search?: "queries" | "count";
  /** Whether the `[1]` in its text say what it cites where. */
  citesByMarks?: true;
  /** Whether all that it lists is cited, marked or not. */
  citesAll?: true;
  /** Whether it lists addresses alone, without titles. */
  untitled?: true;
  /** What a request says, besides leaving out the search, if none is wanted. */
  unsearched?: Record<string, unknown>;
  /** Whether it is asked for a model by another name than the engine's. */
  renamesModel?: true;
}

const table = {
  openai: { provider: "chatgpt", route: /^\/v1\/responses$/, write: responses, search: "queries" },
  anthropic: {
    provider: "claude",
    route: /^\/v1\/messages$/,
    write: messages,
    search: "queries",
    unsearched: { max_tokens: 16_384 },
  },
  gemini: {
    provider: "gemini",
    route: /^\/v1beta\/models\/[^/]+:generateContent$/,
    write: generateContent,
    search: "queries",
  },
  perplexity: {
    provider: "perplexity",
    route: /^\/v1\/responses$/,
    write: agent,
    search: "queries",
    citesByMarks: true,
  },
  /** Perplexity's former API, which gateways still speak. */
  sonar: {
    provider: "perplexity",
    route: /^(\/v1)?\/chat\/completions$/,
    write: sonar,
    search: "count",
    citesByMarks: true,
    unsearched: { disable_search: true },
    renamesModel: true,
  },
  xai: { provider: "grok", route: /^\/v1\/responses$/, write: xai, search: "queries" },
  mistral: { provider: "mistral", route: /^\/v1\/chat\/completions$/, write: chat },
  deepseek: { provider: "deepseek", route: /^(\/v1)?\/chat\/completions$/, write: chat },
  local: { provider: "local", route: /^\/v1\/chat\/completions$/, write: chat, renamesModel: true },
} as const satisfies Record<string, Row>;

export type Vendor = keyof typeof table;

export const vendors = Object.keys(table) as Vendor[];

/** How a fake vendor searches and cites. */
export const habitsOf = (vendor: Vendor): Row => table[vendor];

/** The provider that a fake vendor stands behind. */
export const providerOf = (vendor: Vendor): Provider => table[vendor].provider;
