import {
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  type InputRequiredResult,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  type ServerContext,
  type ServerNotifier,
} from "@modelcontextprotocol/server";
import { audio, embedded, image, text } from "./content.ts";

type Result = { content: object[]; isError?: boolean };

/** A tool of the suite's: what it was called with, and how to say that a list has changed. */
export type Fixture = (
  context: ServerContext,
  given: Record<string, string>,
  changes: Pick<ServerNotifier, "toolsChanged" | "promptsChanged">,
) => Promise<Result | InputRequiredResult>;

/** What the client says it can do, in each request. */
export const capabilitiesOf = ({ mcpReq }: ServerContext): ClientCapabilities =>
  (mcpReq.envelope as Record<string, ClientCapabilities> | undefined)?.[CLIENT_CAPABILITIES_META_KEY] ?? {};

/** A form to be filled in by the client's user, with a field of each kind. */
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

const done = { content: [text("Done.")] };

/** Asks the client's user to fill in a form, and says what came back. */
async function elicited({ mcpReq }: ServerContext, properties: object, message = "Please fill this in.") {
  const requestedSchema = { type: "object" as const, properties: properties as never };
  const { action, content } = await mcpReq.elicitInput({ mode: "form", message, requestedSchema });
  return { content: [text(`Elicitation completed: action=${action}, content=${JSON.stringify(content)}`)] };
}

/** Reports its progress to clients that asked for it. */
const logged: Fixture = async ({ mcpReq }) => {
  for (const said of ["Tool execution started", "Tool processing data", "Tool execution completed"])
    await mcpReq.log("info", said);
  return done;
};

/** The tools that the conformance suite wants to find, none of which the product has. */
export const plainTools: Record<string, Fixture> = {
  test_simple_text: async () => ({ content: [text("This is a simple text response for testing.")] }),
  test_image_content: async () => ({ content: [image] }),
  test_audio_content: async () => ({ content: [audio] }),
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
  test_tool_with_logging: logged,
  test_logging_tool: logged,
  test_tool_with_progress: async ({ mcpReq }) => {
    const progressToken = mcpReq._meta?.progressToken;
    for (const progress of [0, 50, 100]) {
      if (progressToken === undefined) continue;
      const params = { progressToken, progress, total: 100 };
      await mcpReq.notify({ method: "notifications/progress", params });
    }
    return done;
  },
  test_error_handling: async () => ({
    isError: true,
    content: [text("This tool intentionally returns an error for testing")],
  }),
  json_schema_2020_12_tool: async () => done,
  test_header_from_argument: async () => done,
  async test_missing_capability(context) {
    if (capabilitiesOf(context).sampling) return done;
    throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { sampling: {} } });
  },
  async test_trigger_tool_change(_context, _given, changes) {
    changes.toolsChanged();
    return done;
  },
  async test_trigger_prompt_change(_context, _given, changes) {
    changes.promptsChanged();
    return done;
  },
  async test_sampling({ mcpReq, sessionId }, { prompt = "" }) {
    // Without one, what the client answers would never get here.
    if (!sessionId) throw new ProtocolError(-32600, "Only who has a session can be asked.");
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

/** What the tools take, if anything. */
export const inputs: Record<string, { type: "object"; [keyword: string]: unknown }> = {
  json_schema_2020_12_tool: {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    $defs: {
      address: {
        $anchor: "addressDef",
        type: "object",
        properties: { street: { type: "string" }, city: { type: "string" } },
      },
    },
    properties: {
      name: { type: "string" },
      address: { $ref: "#/$defs/address" },
      contactMethod: { type: "string", enum: ["phone", "email"] },
      phone: { type: "string" },
      email: { type: "string" },
    },
    allOf: [{ anyOf: [{ required: ["phone"] }, { required: ["email"] }] }],
    if: { properties: { contactMethod: { const: "phone" } }, required: ["contactMethod"] },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { required: ["phone"] },
    else: { required: ["email"] },
    additionalProperties: false,
  },
  // The server chooses the names of these headers.
  test_header_from_argument: {
    type: "object",
    properties: { region: { type: "string", "x-mcp-header": "Region-2" } },
  },
};
