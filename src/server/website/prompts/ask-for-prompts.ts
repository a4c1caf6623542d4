import { proposalRequest, proposedPrompts } from "../../../planner/prompts/proposed-prompts.ts";
import type { SiteOffer } from "../../../planner/prompts/site-offer.ts";
import type { SuggestedPrompt } from "../../../planner/prompts/suggest-prompts.ts";
import { textShown } from "../../../reader/hidden-parts/not-shown.ts";
import type { SiteProfile } from "../../../site/crawl/crawl.ts";
import { addSpend, releaseSpend, reserveSpend } from "../../accounts/spending/spend.ts";
import type { Context } from "../../api/context.ts";
import { transaction } from "../../db/transaction.ts";
import { EngineError, type Question } from "../../engines/engine.ts";
import type { OpenEngine } from "../../engines/engine-choice.ts";
import { noteCredentials } from "../../organizations/engine-credentials/engine-credentials.ts";
import { type Project, projectDefaults } from "../../projects/project.ts";

const patienceMs = 25_000;

/**
 * Questions that a configured engine proposes for the offer, checked; none if there is no engine but the sandbox, the
 * month's spending limit is reached, or it does not answer in time. Says so in a warning.
 */
export async function askForPrompts(
  context: Context,
  project: Project | null,
  offer: SiteOffer,
  profile: SiteProfile,
): Promise<SuggestedPrompt[]> {
  const opened = offer.category && (await realEngine(context, project));
  if (!opened) return [];
  const answer = await paidAnswer(context, project, opened, {
    prompt: proposalRequest(offer, profile),
    sample: 1,
    country: (project ?? projectDefaults).country,
    language: offer.language,
    brands: [],
    search: false,
  });
  const proposed = answer === null ? [] : proposedPrompts(answer);
  if (proposed.length === 0) {
    context.warn({
      code: "PROMPTS_WITHOUT_ENGINE",
      path: null,
      message: "No engine gave usable prompts, so these are based on the crawl alone.",
    });
  }
  return proposed;
}

async function realEngine({ engines }: Context, project: Project | null): Promise<OpenEngine | undefined> {
  const provider = (project?.providers ?? engines.configured()).find(
    (provider) => provider !== "sandbox" && engines.get(provider),
  );
  return provider && engines.open(provider);
}

/** The answer's text, or null; the call's cost counts towards the month, outside any transaction. */
async function paidAnswer(
  context: Context,
  project: Project | null,
  opened: OpenEngine,
  question: Question,
): Promise<string | null> {
  const { caller, db, settings, now, log, signal } = context;
  const { engine } = opened;
  const reservedAt = now();
  const { estimateUsd } = engine;
  const payer = { projectId: project?.id ?? null, organizationId: caller.organizationId };
  const limitUsd = settings.monthlySpendUsd;
  const share = (usd: number) => ({ ...payer, usd, ownUsd: opened.own ? usd : 0 });
  const reserved = share(estimateUsd);
  try {
    await transaction(db, (db) =>
      reserveSpend(db, { ...payer, estimateUsd, ownUsd: reserved.ownUsd, limitUsd, now: reservedAt }),
    );
  } catch (error) {
    log.warn({ err: error }, "no prompts were asked for");
    return null;
  }
  let costUsd = 0;
  try {
    const answer = await engine.ask(question, AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]));
    costUsd = answer.costUsd ?? estimateUsd;
    await noteKey(context, opened, true);
    return textShown(answer.text);
  } catch (error) {
    // The vendor's words stay out of the log.
    const kind = error instanceof EngineError ? error.kind : "unexpected";
    if (error instanceof EngineError) costUsd = error.costUsd ?? estimateUsd;
    log.warn({ provider: engine.provider, kind }, "an engine gave no prompts");
    if (kind === "bad_key") await noteKey(context, opened, false);
    return null;
  } finally {
    await addSpend(db, [share(costUsd)], now());
    await releaseSpend(db, [reserved], reservedAt);
  }
}

/** Notes whether the vendor takes the organization's own key, where that has changed. What fails of it costs no answer. */
async function noteKey(
  { db, log }: Context,
  { engine, own }: OpenEngine,
  isAccepted: boolean,
): Promise<void> {
  if (!own || (isAccepted && own.active)) return;
  await noteCredentials(db, { ...own, provider: engine.provider }, isAccepted).catch((error) =>
    log.warn({ organization_id: own.organizationId, err: error }, "whether a key works could not be noted"),
  );
}
