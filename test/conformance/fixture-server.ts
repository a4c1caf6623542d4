import {
  createMcpHandler,
  fromJsonSchema,
  McpServer,
  ProtocolError,
  ResourceNotFoundError,
  type Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import type { Serve } from "../../src/server/mcp/tool-call.ts";
import { embedded, image, png, text } from "./content.ts";
import { askingPrompt, askingTools, states } from "./fixture-asking.ts";
import { type Fixture, inputs, plainTools } from "./fixture-tools.ts";
import { withSessions } from "./sessions.ts";

const tools: Record<string, Fixture> = { ...plainTools, ...askingTools };

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
const prompts: Record<string, (context: ServerContext, given: Record<string, string>) => object> = {
  test_simple_prompt: () => said(text("This is a simple prompt for testing.")),
  test_prompt_with_arguments: (_context, { arg1, arg2 }) =>
    said(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)),
  test_prompt_with_embedded_resource: (_context, { resourceUri = "" }) =>
    said(
      embedded(resourceUri, "Embedded resource content for testing."),
      text("Please process the embedded resource above."),
    ),
  test_prompt_with_image: () => said(image, text("Please analyze the image above.")),
  test_input_required_result_prompt: askingPrompt,
};

const named = (list: Record<string, unknown>) =>
  Object.keys(list).map((name) => ({ name, description: name }));
const missing = (what: string) => new ProtocolError(-32602, `There is no such ${what}.`);

type Changes = Parameters<Fixture>[2];
const nobodyTold: Changes = { toolsChanged: () => {}, promptsChanged: () => {} };

function fixtureServer(changes: Changes = nobodyTold): McpServer {
  const listChanged = true;
  const mcp = new McpServer(
    { name: "fixtures", version: "1.0.0" },
    {
      capabilities: {
        ...{ tools: { listChanged }, prompts: { listChanged }, resources: { subscribe: true } },
        ...{ logging: {}, completions: {} },
      },
      requestState: { verify: states.verify },
    },
  );
  // Before a call is handed on, the library holds headers against arguments, of the tools that it knows.
  for (const [name, schema] of Object.entries(inputs))
    mcp.registerTool(name, { inputSchema: fromJsonSchema(schema) }, () => ({ content: [] }));
  answerTools(mcp.server, changes);
  answerResources(mcp.server);
  answerPrompts(mcp.server);
  return mcp;
}

function answerTools(server: Server, changes: Changes): void {
  server.setRequestHandler("tools/list", () => ({
    tools: named(tools).map((tool) => ({
      ...tool,
      inputSchema: inputs[tool.name] ?? { type: "object", properties: {} },
    })),
  }));
  server.setRequestHandler("tools/call", async ({ params }, context) => {
    const tool = tools[params.name];
    if (!tool) throw missing("tool");
    return (await tool(context, (params.arguments ?? {}) as Record<string, string>, changes)) as never;
  });
}

function answerResources(server: Server): void {
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
    if (!found) throw new ResourceNotFoundError(uri);
    return { contents: [{ uri, ...found }] } as never;
  });
  server.setRequestHandler("resources/subscribe", () => ({}));
  server.setRequestHandler("resources/unsubscribe", () => ({}));
}

function answerPrompts(server: Server): void {
  server.setRequestHandler("prompts/list", () => ({ prompts: named(prompts) }));
  server.setRequestHandler("prompts/get", ({ params }, context) => {
    const prompt = prompts[params.name];
    if (!prompt) throw missing("prompt");
    return prompt(context, params.arguments ?? {}) as never;
  });
  server.setRequestHandler("completion/complete", () => ({
    completion: { values: ["paris", "park", "party"], total: 3, hasMore: false },
  }));
}

/** The suite's fixtures in place of the product, behind the same door and transport. */
export function fixtureServing(): Serve {
  const handler = createMcpHandler(() => fixtureServer(handler.notify));
  return (request, _visit, message) => handler.fetch(request(), message ? { parsedBody: message } : {});
}

/** The same, with sessions for the clients that have them. */
export const sessionServing = (): Serve => withSessions(() => fixtureServer().server, fixtureServing());
