import type { TSchema } from "typebox";
import type { AnyAction } from "../api/action.ts";
import { requestId } from "../api/examples/northwind.ts";
import type { ExampleAnswer } from "../api/schema/example.ts";
import { exampleOf } from "./example.ts";
import type { Json } from "./schemas.ts";

/** Examples of answers under `components.examples`, each once. */
export type Examples = Record<string, Json>;

type Bodies = Readonly<Record<string, { summary: string; value: unknown }>>;

/** The bodies that an operation takes: one as `example`, several as named `examples`. */
export function bodyExamples(action: AnyAction, schema: object): { example?: unknown; examples?: Bodies } {
  const bodies: Bodies | undefined = action.example?.().bodies;
  if (!bodies) return { example: exampleOf(schema) };
  const [only, ...others] = Object.values(bodies);
  return others.length === 0 ? { example: only!.value } : { examples: bodies };
}

/** The answers that an operation gives with this status. Throws if two answers share a name. */
export function answerExamples(action: AnyAction, status: number, examples: Examples): Json {
  const answers = Object.entries(answersOf(action)).filter(([, { status: statuses = 200 }]) =>
    [statuses].flat().includes(status),
  );
  if (answers.length === 0) return { example: enveloped(action, { data: exampleOf(action.output) }) };
  return {
    examples: Object.fromEntries(
      answers.map(([name, answer]) => {
        const example = { summary: answer.summary, value: enveloped(action, answer) };
        const existing = examples[name];
        if (existing && JSON.stringify(existing) !== JSON.stringify(example))
          throw new Error(`two different answers are called ${name}`);
        examples[name] = example;
        return [name, { $ref: `#/components/examples/${name}` }];
      }),
    ),
  };
}

const answersOf = (action: AnyAction): Readonly<Record<string, ExampleAnswer<TSchema>>> =>
  action.example?.().answers ?? {};

const enveloped = (
  { paged, output }: AnyAction,
  { data, more = false }: Pick<ExampleAnswer<TSchema>, "data" | "more">,
): Json => ({
  data,
  meta: {
    request_id: requestId,
    billing: { plan: "agency" },
    ...(paged && (more || output.type === "array")
      ? { pagination: { limit: 1, next_cursor: more ? "eyJhZnRlciI6MX0" : null, has_more: more } }
      : {}),
  },
});
