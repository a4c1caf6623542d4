import { isolateDirection } from "../../src/figures/isolate-direction.ts";
import { costsNothing, type Provider, providerLabel } from "../../src/reader/provider.ts";
import { listed, quantity } from "../figures/number.ts";
import { assistant, spoken, times } from "../words.ts";

/** As it stands where nothing else marks made-up answers: "Sandbox (made up)". */
export const label = (provider: string): string =>
  provider === "sandbox" ? providerLabel(provider) : assistant(provider);

/** Having the assistants asked, and where the overview has no newer figures: none so far, a run under way, or one that failed. */
export const running = {
  underWay: (done: number, total: number): string =>
    `A run is under way: ${done} of ${total} answers so far.`,
  watchRun: "Watch it",
  emptyVerdict: (brand: string): string => `${isolateDirection(brand)}: not known yet`,
  emptySays: "No answers so far. Ask the assistants once, and this page fills itself.",
  emptyNoPrompts:
    "No answers so far. Import answers, or give the project prompts, and this page fills itself.",
  failed: {
    says: (why: string | null, before: boolean): string =>
      `The last run failed.${why === null ? "" : ` ${why}`}${before ? " The figures are from the report before it." : ""}`,
    spending: "See what is left to spend",
    limit: "Change the project’s limit",
    keys: "Check the assistants’ keys",
    prompts: "Add prompts",
    report: "See the run",
  },
  title: "Ask the assistants now?",
  says: (prompts: number, providers: readonly string[], samples: number): string => {
    const asks = prompts * providers.length * samples;
    return `${quantity(prompts, "prompt")}, each put ${times(samples)} to ${listed(providers.map(spoken))}: ${quantity(asks, "question")}.`;
  },
  cost: (providers: readonly Provider[]): string =>
    providers.every(costsNothing)
      ? "The questions cost nothing."
      : "Each question costs what the assistant’s maker charges for it.",
  start: "Ask them",
};
