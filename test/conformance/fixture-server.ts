import { createMcpHandler, ProtocolError, Server, type ServerContext } from "@modelcontextprotocol/server";
import type { Serve } from "../../src/doors/mcp/tool-call.ts";
import { withSessions } from "./sessions.ts";

/** A picture and a sound of one point each. */
const png =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const wav = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA=";

const text = (said: string) => ({ type: "text" as const, text: said });
const image = { type: "image" as const, data: png, mimeType: "image/png" };
const embedded = (uri: string, said: string, mimeType = "text/plain") => ({
  type: "resource" as const,
  resource: { uri, mimeType, text: said },
});

type Result = { content: object[]; isError?: boolean };
type Fixture = (context: ServerContext, given: Record<string, string>) => Promise<Result>;

/** A form to be filled in by whoever sits before the client, with a field of each kind. */
const defaults = {
  name: { type: "string", default: "John Doe" },
  age: { type: "integer", default: 30 },
  score: { type: "number", default: 95.5 },
  status: { type: "string", enum: ["active", "inactive", "pending"], default: "active" },
  verified: { type: "boolean", default: true },
};
const options = ["option1", "option2", "option3"];
const titled = [
  { const: "value1", title: "First" },
  { const: "value2", title: "Second" },
];
const choices = {
  untitledSingle: { type: "string", enum: options },
  titledSingle: { type: "string", oneOf: titled },
  legacyEnum: { type: "string", enum: ["opt1", "opt2"], enumNames: ["Option one", "Option two"] },
  untitledMulti: { type: "array", items: { type: "string", enum: options } },
  titledMulti: { type: "array", items: { anyOf: titled } },
};
const login = { username: { type: "string" }, email: { type: "string" } };

/** Asks whoever sits before the client to fill in a form, and says what came back. */
async function elicited({ mcpReq }: ServerContext, properties: object, message = "Please fill this in.") {
  const requestedSchema = { type: "object" as const, properties: properties as never };
  const { action, content } = await mcpReq.elicitInput({ mode: "form", message, requestedSchema });
  return { content: [text(`Elicitation completed: action=${action}, content=${JSON.stringify(content)}`)] };
}

/** The tools that the conformance suite wants to find, none of which the product has. */
const tools: Record<string, Fixture> = {
  test_simple_text: async () => ({ content: [text("This is a simple text response for testing.")] }),
  test_image_content: async () => ({ content: [image] }),
  test_audio_content: async () => ({ content: [{ type: "audio", data: wav, mimeType: "audio/wav" }] }),
  test_embedded_resource: async () => ({
    content: [embedded("test://embedded-resource", "This is an embedded resource content.")],
  }),
  test_multiple_content_types: async () => ({
    content: [
      text("Multiple content types test:"),
      image,
      embedded("test://mixed-content-resource", '{"test":"data","value":123}', "application/json"),
    ],
  }),
  test_tool_with_logging: async ({ mcpReq }) => {
    for (const data of ["Tool execution started", "Tool processing data", "Tool execution completed"])
      await mcpReq.notify({ method: "notifications/message", params: { level: "info", data } });
    return { content: [text("Logged.")] };
  },
  test_tool_with_progress: async ({ mcpReq }) => {
    const progressToken = mcpReq._meta?.progressToken;
    for (const progress of [0, 50, 100]) {
      if (progressToken === undefined) continue;
      const params = { progressToken, progress, total: 100 };
      await mcpReq.notify({ method: "notifications/progress", params });
    }
    return { content: [text("Done.")] };
  },
  test_error_handling: async () => ({
    isError: true,
    content: [text("This tool intentionally returns an error for testing")],
  }),
  json_schema_2020_12_tool: async () => ({ content: [text("Done.")] }),
  async test_sampling({ mcpReq }, { prompt = "" }) {
    const messages = [{ role: "user" as const, content: text(prompt) }];
    const { content } = await mcpReq.requestSampling({ messages, maxTokens: 100 });
    return { content: [text(`LLM response: ${JSON.stringify(content)}`)] };
  },
  test_elicitation: (context, { message }) => elicited(context, login, message),
  test_elicitation_sep1034_defaults: (context) => elicited(context, defaults),
  test_elicitation_sep1330_enums: (context) => elicited(context, choices),
  async test_reconnection({ http }) {
    http?.closeSSE?.();
    return { content: [text("Said on the stream that was opened anew.")] };
  },
};

const plainInput = { type: "object" as const, properties: {} };
const richInput = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  type: "object" as const,
  $defs: {
    address: { type: "object", properties: { street: { type: "string" }, city: { type: "string" } } },
  },
  properties: { name: { type: "string" }, address: { $ref: "#/$defs/address" } },
  additionalProperties: false,
};

const resources: Record<string, object> = {
  "test://static-text": { mimeType: "text/plain", text: "This is the content of the static text resource." },
  "test://static-binary": { mimeType: "image/png", blob: png },
  "test://watched-resource": { mimeType: "text/plain", text: "Nothing happens here." },
};

function templated(uri: string): object | undefined {
  const id = /^test:\/\/template\/(\w+)\/data$/.exec(uri)?.[1];
  const data = { id, templateTest: true, data: `Data for ID: ${id}` };
  return id ? { mimeType: "application/json", text: JSON.stringify(data) } : undefined;
}

const said = (...content: object[]) => ({
  messages: content.map((content) => ({ role: "user" as const, content })),
});
const prompts: Record<string, (given: Record<string, string>) => object> = {
  test_simple_prompt: () => said(text("This is a simple prompt for testing.")),
  test_prompt_with_arguments: ({ arg1, arg2 }) =>
    said(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)),
  test_prompt_with_embedded_resource: ({ resourceUri = "" }) =>
    said(
      embedded(resourceUri, "Embedded resource content for testing."),
      text("Please process the embedded resource above."),
    ),
  test_prompt_with_image: () => said(image, text("Please analyze the image above.")),
};

const named = (list: Record<string, unknown>) =>
  Object.keys(list).map((name) => ({ name, description: name }));
const missing = (what: string) => new ProtocolError(-32602, `There is no such ${what}.`);

function fixtureServer(): Server {
  const server = new Server(
    { name: "fixtures", version: "1.0.0" },
    {
      capabilities: {
        ...{ tools: {}, resources: { subscribe: true }, prompts: {}, logging: {}, completions: {} },
      },
    },
  );
  server.setRequestHandler("tools/list", () => ({
    tools: named(tools).map((tool) => ({
      ...tool,
      inputSchema: tool.name === "json_schema_2020_12_tool" ? richInput : plainInput,
    })),
  }));
  server.setRequestHandler("tools/call", async ({ params }, context) => {
    const tool = tools[params.name];
    if (!tool) throw missing("tool");
    return (await tool(context, (params.arguments ?? {}) as Record<string, string>)) as never;
  });
  server.setRequestHandler("resources/list", () => ({
    resources: Object.keys(resources).map((uri) => ({ uri, name: uri, description: uri })),
  }));
  server.setRequestHandler("resources/templates/list", () => ({
    resourceTemplates: [
      { uriTemplate: "test://template/{id}/data", name: "template", description: "By id." },
    ],
  }));
  server.setRequestHandler("resources/read", ({ params: { uri } }) => {
    const found = resources[uri] ?? templated(uri);
    if (!found) throw missing("resource");
    return { contents: [{ uri, ...found }] } as never;
  });
  server.setRequestHandler("resources/subscribe", () => ({}));
  server.setRequestHandler("resources/unsubscribe", () => ({}));
  server.setRequestHandler("prompts/list", () => ({ prompts: named(prompts) }));
  server.setRequestHandler("prompts/get", ({ params }) => {
    const prompt = prompts[params.name];
    if (!prompt) throw missing("prompt");
    return prompt(params.arguments ?? {}) as never;
  });
  server.setRequestHandler("completion/complete", () => ({
    completion: { values: ["paris", "park", "party"], total: 3, hasMore: false },
  }));
  return server;
}

/** The suite's fixtures in place of the product, behind the same door and transport. */
export function fixtureServing(): Serve {
  const handler = createMcpHandler(fixtureServer);
  return (request, _visit, message) => handler.fetch(request(), message ? { parsedBody: message } : {});
}

/** The same, with sessions for the clients that have them. */
export const sessionServing = (): Serve => withSessions(fixtureServer, fixtureServing());
