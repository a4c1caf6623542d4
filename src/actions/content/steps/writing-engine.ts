import type { Project } from "../../../domain/project/project.ts";
import type { Provider } from "../../../domain/project/provider.ts";
import type { Context } from "../../../kernel/context.ts";
import type { Engine } from "../../../kernel/engine.ts";

/** Writers, best first; engines built for search come last. */
const writers: readonly Provider[] = [
  "claude",
  "chatgpt",
  "gemini",
  "mistral",
  "grok",
  "deepseek",
  "local",
  "perplexity",
];

/** The engine that writes for a project: the best of those it asks, or of all configured ones; otherwise `sandbox`. */
export function writingEngine({ engines }: Pick<Context, "engines">, project: Project): Engine {
  const asked = project.providers ?? engines.configured();
  const provider = writers.find((writer) => asked.includes(writer) && engines.get(writer));
  return engines.get(provider ?? "sandbox")!;
}
