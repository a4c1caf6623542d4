import { isolateDirection } from "../../src/figures/isolate-direction.ts";
import { limits } from "../api/limits.ts";
import { capital, inWords, quantity } from "../figures/number.ts";
import { spoken, unknown } from "../words.ts";

/** The first five minutes. */
export const welcome = {
  title: "Set up a project",
  steps: {
    brand: "Brand",
    site: "What to ask",
    assistants: "Assistants",
    plan: "Plan",
    run: "Answers",
  },
  stepsLabel: "Steps",
  later: "You can leave at any step and come back.",
  next: "Continue",
  brand: {
    title: "Whom do you want to hear about?",
    says: "Assistants are asked what your buyers ask. You see how often they name your brand, and whom they name instead.",
    name: "Brand",
    site: "Website",
    siteHow: "Its pages are read to propose what to ask. Without one, write the questions yourself.",
    wrongSite: "That is not a web address, such as acme.example.",
  },
  site: {
    title: (brand: string): string => `What do buyers of ${isolateDirection(brand)} ask?`,
    reading: "The website is being read. You can begin to type; nothing you type is replaced.",
    proposing: "The website is read. Prompts are being proposed.",
    proposed: "Proposed from the website. Change what does not fit.",
    unread: (address: string, why: string): string => `${address}: ${why}`,
    none: "Nothing could be proposed. Write the prompts yourself, one a line.",
    about: "What it sells, in one line",
    aboutHow: "It helps to tell the brand’s name from an ordinary word.",
    rivals: "Competitors, one a line",
    rivalsFound: "Those that the website compares itself with stand here.",
    rivalsHow: "Those that buyers consider too.",
    prompts: "Prompts, one a line",
    promptsHow: "Questions a buyer asks who has not decided yet. They do not name the brand.",
    haveAnswers: "If you have answers already, no prompts are needed.",
    count: (count: number): string =>
      count === 0 ? "No prompts yet" : `${quantity(count, "prompt")}; ten or more make the figures useful`,
    many: `At most ${limits.ProjectSettings.prompts.max} prompts and ${limits.ProjectSettings.competitors.max} competitors can be saved.`,
  },
  assistants: {
    title: "Whom should we ask?",
    says: "Each assistant answers every prompt. More assistants show more of what buyers see.",
    model: (model: string): string => `Model ${model}`,
    firstModel: "The first model that its server lists",
    searches: "searches the web",
    none: "No assistant is set up on this server yet, so a built-in sandbox makes up the answers. Everything works with it; what it says means nothing. Made-up answers are marked on every page.",
    who: "An admin of the organization can paste their keys here.",
    paste: "Paste a key",
    pasteFor: (name: string): string => `Paste a key for ${isolateDirection(name)}`,
    pasteSays:
      "The key is tried by one cheap call, then kept encrypted for your organization. Nobody is shown it again.",
    key: "Key",
    try: "Try and save it",
    pick: "Choose one or more.",
    unready: "What the other assistants need",
  },
  plan: {
    title: "What will this run cost, and what will it show?",
    times: "Put each prompt to each assistant",
    often: (samples: number): string =>
      samples === 1 ? "once" : samples === 2 ? "twice" : `${inWords(samples)} times`,
    what: "Run",
    interval: "Expected likely range, prompts like these",
    asks: "Questions",
    cost: "Cost",
    time: "Time",
    this: "This run",
    more: "One step more",
    of: (prompts: number, engines: number, runs: number): string =>
      `${quantity(prompts, "prompt")} × ${quantity(engines, "assistant")}, ${runs === 1 ? "once" : runs === 2 ? "twice" : `${inWords(runs)} times`}`,
    about: (half: number): string => `±${Math.round(half * 100)} points`,
    free: "free",
    minutes: (minutes: number | null): string =>
      minutes === null ? unknown : minutes < 2 ? "a minute" : `${minutes} minutes`,
    note: (rate: number, own: boolean): string =>
      own
        ? `Dashed: where the range is expected, if the rate stays at ${Math.round(rate * 100)}%.`
        : `Dashed: where the range is expected at a rate of ${Math.round(rate * 100)}%, by recorded answers to shopping prompts. The first run tells how yours vary.`,
    noCost:
      "What an answer costs is known after the first run. The server has a spending limit, and so can the project.",
    unreached: "No run of a reasonable size is more exact.",
    noPrompts: "There are no prompts yet",
    start: (asks: number): string => `Ask ${quantity(asks, "question")}`,
  },
  run: {
    title: (done: number, total: number): string => `${done} of ${total} answers`,
    waiting: "The first answers are on their way.",
    coming: "More answers are on their way.",
    timeLeft: (seconds: number): string =>
      seconds < 50
        ? "Less than a minute left."
        : `About ${quantity(Math.round(seconds / 60) || 1, "minute")} left.`,
    done: "All answers are here",
    endedTitle: (done: number, total: number): string => `${done} of ${total} answers are here`,
    partial: (failed: number): string =>
      `${quantity(failed, "question")} failed. The figures are about the answers that came.`,
    failed: "The run failed",
    failedSays: "No answer came, so there are no figures. Nothing that came before is lost.",
    because: {
      unavailable: (who: string): string =>
        `${isolateDirection(who)} cannot be reached, or has too much to do. Check that it runs, then ask again.`,
      rate_limited: (who: string): string =>
        `${isolateDirection(who)} takes no more questions for the moment. Wait a few minutes, then ask again.`,
      timeout: (who: string): string =>
        `${isolateDirection(who)} took too long to answer. Try again with fewer prompts.`,
      bad_answer: (who: string): string =>
        `What ${isolateDirection(who)} answered cannot be read. Check its address and its model.`,
      bad_key: (who: string): string =>
        `${isolateDirection(who)} refused its key. Paste another at the step “Assistants”.`,
      refused: (who: string): string =>
        `${isolateDirection(who)} refused the questions. Check its model and its account.`,
    } as Record<string, (who: string) => string>,
    reason: (provider: string, code: string): string => {
      const reason = welcome.run.because[code]?.(spoken(provider));
      return reason ? capital(reason) : "";
    },
    again: "Back to the plan",
    see: "See the overview",
    answers: "Answers, newest first",
    mention: "named",
    first: "named first",
    not: "not named",
    missing: "failed",
    more: (count: number): string => `${count} more are in the report.`,
    none: "There is no run yet.",
  },
};
