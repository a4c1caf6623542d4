import type { Provider } from "../../../reader/provider.ts";
import type { Context } from "../../api/context.ts";
import type { EngineFacts } from "../../engines/engine.ts";
import type { Project } from "../../projects/project.ts";
import { runProviders } from "../../projects/project-terms.ts";

/** Writers, best first, before those that are not named; engines built for search come last. */
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

/**
 * The engine that writes for a project: the best of those it asks, or of all configured ones; otherwise `sandbox`. Throws
 * a 400 if the server lends no engines and the organization has none of its own.
 */
export function writingEngine({ engines }: Pick<Context, "engines">, project: Project): EngineFacts {
  const candidates = project.providers ?? engines.configured();
  const unnamed = candidates.filter((provider) => provider !== "sandbox" && !writers.includes(provider));
  const provider = [...writers, ...unnamed].find(
    (writer) => candidates.includes(writer) && engines.get(writer),
  );
  if (!provider && !engines.shared) runProviders(project.providers, engines);
  return engines.get(provider ?? "sandbox")!;
}
