import { randomBytes } from "node:crypto";
import {
  acceptedContent,
  createRequestStateCodec,
  inputRequired,
  inputResponse,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { text } from "./content.ts";
import { capabilitiesOf, type Fixture } from "./fixture-tools.ts";

/*
 * What needs something of its client before it can answer, as 2026-07-28 has it: the answer is what is missing, and
 * the client asks again with it. Nothing is kept meanwhile; what has to be known goes to the client and back, signed.
 */

/** How far somebody has come; signed, for the client may write into it what it likes. */
export const states = createRequestStateCodec<{ round: number }>({
  key: randomBytes(32),
  bind: ({ mcpReq }) => mcpReq.method,
});

const form = (message: string, field: string, type = "string") =>
  inputRequired.elicit({
    message,
    requestedSchema: { type: "object", properties: { [field]: { type } as never }, required: [field] },
  });
const nameForm = form("What is your name?", "name");
const sampled = (question: string) =>
  inputRequired.createMessage({ messages: [{ role: "user", content: text(question) }], maxTokens: 100 });

/** What was filled in; null if that is no text. */
function filled({ mcpReq }: ServerContext, form: string, field: string): string | null {
  const value = acceptedContent(mcpReq.inputResponses, form)?.[field];
  return typeof value === "string" ? value : null;
}

const answeredWith = ({ mcpReq }: ServerContext, name: string, kind: "sampling" | "roots") =>
  inputResponse(mcpReq.inputResponses, name).kind === kind;

const done = (said: string) => ({ content: [text(said)] });

/** Wants a yes, and the state that went out with the question. */
const confirmed: Fixture = async (context) => {
  const state = context.mcpReq.requestState<{ round: number }>();
  const answer = acceptedContent(context.mcpReq.inputResponses, "confirm");
  if (state?.round === 1 && answer?.ok === true) return done("state-ok");
  return inputRequired({
    inputRequests: { confirm: form("Please confirm", "ok", "boolean") },
    requestState: await states.mint({ round: 1 }, context),
  });
};

export const askingTools: Record<string, Fixture> = {
  async test_input_required_result_elicitation(context) {
    const name = filled(context, "user_name", "name");
    return name ? done(`Hello, ${name}!`) : inputRequired({ inputRequests: { user_name: nameForm } });
  },
  async test_input_required_result_sampling(context) {
    if (answeredWith(context, "capital_question", "sampling")) return done("Thank you.");
    return inputRequired({ inputRequests: { capital_question: sampled("What is the capital of France?") } });
  },
  async test_input_required_result_list_roots(context) {
    if (answeredWith(context, "client_roots", "roots")) return done("Thank you.");
    return inputRequired({ inputRequests: { client_roots: inputRequired.listRoots() } });
  },
  test_input_required_result_request_state: confirmed,
  test_input_required_result_tampered_state: confirmed,
  async test_input_required_result_multiple_inputs(context) {
    const name = filled(context, "user_name", "name");
    const others =
      answeredWith(context, "greeting", "sampling") && answeredWith(context, "client_roots", "roots");
    if (name && others && context.mcpReq.requestState()) return done(`Hello, ${name}!`);
    return inputRequired({
      inputRequests: {
        user_name: nameForm,
        greeting: sampled("Generate a greeting"),
        client_roots: inputRequired.listRoots(),
      },
      requestState: await states.mint({ round: 1 }, context),
    });
  },
  async test_input_required_result_multi_round(context) {
    const round = context.mcpReq.requestState<{ round: number }>()?.round ?? 0;
    if (round === 2 && filled(context, "step2", "color")) return done("Thank you.");
    const further = round === 2 || (round === 1 && filled(context, "step1", "name") !== null);
    return inputRequired({
      inputRequests: further
        ? { step2: form("Step 2: What is your favorite color?", "color") }
        : { step1: form("Step 1: What is your name?", "name") },
      requestState: await states.mint({ round: further ? 2 : 1 }, context),
    });
  },
  async test_input_required_result_capabilities(context) {
    const { elicitation, sampling } = capabilitiesOf(context);
    return inputRequired({
      inputRequests: {
        ...(elicitation ? { user_name: nameForm } : {}),
        ...(sampling ? { greeting: sampled("Generate a greeting") } : {}),
      },
    });
  },
  test_streaming_elicitation: async () => inputRequired({ inputRequests: { user_name: nameForm } }),
};

/** A prompt that first wants to know what it is for. */
export function askingPrompt(context: ServerContext) {
  const purpose = filled(context, "user_context", "context");
  if (!purpose) {
    const user_context = form("What context should the prompt use?", "context");
    return inputRequired({ inputRequests: { user_context } });
  }
  return { messages: [{ role: "user" as const, content: text(`Use this context: ${purpose}`) }] };
}
