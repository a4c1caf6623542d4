/** What the program can say about a figure beyond what it counted: who decides that, how often that errs, and which benchmark measures it. */
interface Claim {
  says: string;
  /** File and function. */
  decidedBy: `src/figures/${string}.ts ${string}`;
  /** As the benchmark found it. */
  wrong: string;
  /** `npm run bench -- …`: its name, the number of draws if a part is named, and the part. */
  bench: string;
}

export const claims = {
  level: {
    says: "how often a brand is named, and the other figures: their likely range",
    decidedBy: "src/figures/uncertainty/estimate.ts estimate",
    wrong: "4% of ranges; 7% in the worst setting in which prompts differ gradually",
    bench: "coverage",
  },
  share: {
    says: "the share of all citations of a domain: its range",
    decidedBy: "src/figures/metrics/cited-domain.ts citedDomains",
    wrong: "4% of ranges; 8% in the worst setting",
    bench: "coverage 300 scores",
  },
  failures: {
    says: "the rate whatever failed calls would have said; that a change cannot be told",
    decidedBy: "src/figures/metrics/failure-bounds.ts failureBounds",
    wrong: "0 to 1% of ranges, 0 to 7% of changes",
    bench: "claims 300 failures",
  },
  place: {
    says: "the brand's place among those tracked",
    decidedBy: "src/figures/metrics/rank-range.ts standingOf",
    wrong: "0 to 1% of reports",
    bench: "claims 300 places",
  },
  lead: {
    says: "which competitor is ahead or behind",
    decidedBy: "src/figures/metrics/lead.ts leadsOf",
    wrong: "0 to 6% of reports say something false of one, most where all brands are alike",
    bench: "claims 300 leads",
  },
  threat: {
    says: "how great a threat a competitor is",
    decidedBy: "src/figures/threat.ts threatRange",
    wrong: "0 to 0.4% of threats that are named",
    bench: "claims 300 leads",
  },
  prompt: {
    says: "prompts won and lost, the most visible competitor of a prompt",
    decidedBy: "src/figures/metrics/prompt-score.ts contestsOf",
    wrong: "0 to 13% of what is listed; of brands that are even, something in 1 to 8% of reports",
    bench: "claims 200 prompts",
  },
  change: {
    says: "up, down or within the noise since earlier reports",
    decidedBy: "src/figures/uncertainty/change.ts changeBetween",
    wrong: "5% of pairs of reports without a change; 0.3 to 1.0 times a year where a series decides",
    bench: "change",
  },
  moves: {
    says: "prompts, assistants and competitors that moved between two reports; what is behind a change",
    decidedBy: "src/figures/comparison.ts comparison",
    wrong: "0 to 6% of reports say something false of a kind",
    bench: "claims 300 moves",
  },
  tag: {
    says: "a tag that stands out",
    decidedBy: "src/figures/tags/by-tag.ts leadsByTag",
    wrong: "4 to 7% of reports with five tags that mean nothing",
    bench: "claims 300 moves",
  },
  told: {
    says: "a change that is told of, since when, and when it is over",
    decidedBy: "src/figures/watching/telling.ts tellingsOf",
    wrong: "0 to 0.8 times a year; its date within one report in 95 to 99% on quiet days",
    bench: "tell",
  },
  passed: {
    says: "that a brand has passed, caught up with or gained on another",
    decidedBy: "src/figures/watching/change-in-words.ts changeTitle",
    wrong: "0 to 5% of told changes that were no passing are said to be one",
    bench: "claims 400 gaps",
  },
  effect: {
    says: "the effect of what was done",
    decidedBy: "src/figures/effect/effect.ts effectOf",
    wrong: "0 to 3% of what had none",
    bench: "effect",
  },
  grade: {
    says: "what a report can be used for, and the smallest change that further ones show",
    decidedBy: "src/figures/planning/grade.ts gradeOf",
    wrong:
      "seen in time in 73 to 85% of cases where two reports decide, in 76 to 96% where a series does; it says 80%",
    bench: "plan",
  },
  plan: {
    says: "what another measurement would show",
    decidedBy: "src/figures/planning/plan.ts planOf",
    wrong: "the chance of seeing a change by up to 3 points; the range is wider in 4 to 17% of cases",
    bench: "plan",
  },
  until: {
    says: "that a run stops once enough is known",
    decidedBy: "src/figures/planning/until.ts reasonToStop",
    wrong: "4% of ranges at the end",
    bench: "until",
  },
  next: {
    says: "where the next run is expected",
    decidedBy: "src/figures/metrics/next-run.ts nextRun",
    wrong: "0 to 7% of runs from five reports on, 10% with one",
    bench: "claims 150 days",
  },
} satisfies Record<string, Claim>;

/** Kinds of sentences that decide nothing: what was counted in these answers, and what is not about a figure. */
export const undecided = ["count", "other"];
