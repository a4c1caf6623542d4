import { setTimeout as pause } from "node:timers/promises";
import { textShown } from "../../../reader/hidden-parts/not-shown.ts";
import type { Provider } from "../../../reader/provider.ts";
import type { Share } from "../../accounts/spending/project-spend.ts";
import { addSpend } from "../../accounts/spending/spend.ts";
import { wholeOf } from "../../db/reach.ts";
import { transaction } from "../../db/transaction.ts";
import type { Question } from "../../engines/engine.ts";
import type { OpenEngine } from "../../engines/engine-choice.ts";
import type { Log } from "../../kernel/log.ts";
import type { Tracing } from "../../kernel/trace.ts";
import { asJobOf } from "../../kernel/turns/on-behalf.ts";
import { UnreadableError } from "../../outbound/parsing.ts";
import type { Project } from "../../projects/project.ts";
import { findProject } from "../../projects/projects.ts";
import { type Claim, deleteClaimed, lockClaim } from "../../queue/claims.ts";
import type { ReportJob } from "../../queue/queue.ts";
import type { Stop } from "../../queue/stop.ts";
import type { Failure } from "../../reports/report-end.ts";
import { endedAmong } from "../../reports/reports.ts";
import { noteKey } from "../../runs/asking/note-key.ts";
import { noCredentials } from "../../runs/asking/run-asks.ts";
import { traceCall } from "../../runs/asking/trace-call.ts";
import type { DraftTerms } from "../writing/draft.ts";
import type { DraftMaterial } from "../writing/material.ts";
import { draftRequest } from "../writing/request.ts";
import { sandboxDraft } from "../writing/sandbox.ts";
import { beginDraft, type Draft, type DraftEnd, endDraft, findDraft } from "./drafts.ts";
import { loadMaterial, type MaterialParts } from "./load-material.ts";

export interface WriteParts extends MaterialParts {
  /** The engine to ask for an organization at this moment, with its own credentials or with the server's. */
  openEngine(request: {
    organizationId: string;
    provider: Provider;
    own: boolean;
  }): Promise<OpenEngine | undefined>;
  callDeadlineMs: number;
  /** Stops this draft: the whole worker stops, or nobody wants the draft any more. */
  stop: Stop;
  random(): number;
  now(): Date;
  tracing: Tracing;
  log: Log;
}

/** A draft fails once this many of its processes have died. */
const lapsesMax = 3;

/** Texts requested per draft: a second one if the first fails its checks. */
const textsMax = 2;

/**
 * Writes a draft and ends it; starts over if a worker died over it. False if this worker was stopped. If another worker
 * has claimed the draft meanwhile, what was written here is dropped and its cost is booked.
 */
export async function writeDraft(parts: WriteParts, job: ReportJob, claim: Claim): Promise<boolean> {
  const { db, now, log } = parts;
  const attempt = await beginDraft(db, job, now());
  const draft = attempt && (await findDraft(db, wholeOf(attempt.organizationId), job.reportId));
  const project = attempt && (await findProject(db, wholeOf(attempt.organizationId), job.projectId));
  const end =
    attempt &&
    draft &&
    project &&
    (claim.lapses >= lapsesMax
      ? interrupted
      : await asJobOf(attempt.organizationId, () => endOf(parts, draft, project, attempt.own)));
  const cost = () => shareOf(job, end?.costUsd ?? 0, attempt?.own ?? false);
  if (end?.status === "stopped") return isUnwanted(parts, job, claim, cost());
  const hadClaim = await transaction(db, async (db) => {
    const hasClaim = await lockClaim(db, claim);
    if (end && hasClaim) await endDraft(db, job, { ...end, own: attempt.own }, now());
    else if (end) await addSpend(db, [cost()], now());
    await deleteClaimed(db, [claim]);
    return hasClaim;
  });
  if (end && attempt && hadClaim) {
    const code = end.status === "failed" ? end.failure.code : undefined;
    log.info(
      { report: job.reportId, organization_id: attempt.organizationId, status: end.status, code },
      "draft ended",
    );
  }
  return true;
}

/** If somebody else has ended the draft, the interrupted call may still be on the vendor's bill. */
async function isUnwanted(
  { db, now }: WriteParts,
  job: ReportJob,
  claim: Claim,
  cost: Share,
): Promise<boolean> {
  if ((await endedAmong(db, [job.reportId])).length === 0) return false;
  await addSpend(db, [cost], now());
  await deleteClaimed(db, [claim]);
  return true;
}

const shareOf = ({ projectId }: ReportJob, usd: number, own: boolean): Share => ({
  ...{ projectId, organizationId: null },
  ...{ usd, ownUsd: own ? usd : 0 },
});

type WriteEnd = DraftEnd | { status: "stopped"; costUsd: number };

async function endOf(parts: WriteParts, draft: Draft, project: Project, own: boolean): Promise<WriteEnd> {
  const { provider } = draft;
  const terms = termsOf(draft, project);
  const material = await loadMaterial(parts, draft, project, terms);
  let [costUsd, faults]: [number, string[]] = [0, []];
  for (let text = 0; text < textsMax; text++) {
    const outcome = await writtenBy(parts, { provider, own }, project, terms, material, {
      faults,
      spentUsd: costUsd,
    });
    costUsd += outcome.costUsd;
    if (outcome.kind === "stopped") return { status: "stopped", costUsd };
    if (outcome.kind === "failed") return failed(outcome.errorCode, costUsd, own);
    const read = await readBy(parts, { terms, material, text: outcome.text });
    if (read.content) return { status: "completed", content: read.content, costUsd };
    faults = read.faults;
    parts.log.warn({ report: draft.report.id, provider, faults }, "a draft was not usable");
  }
  const { status, failure } = failed("unusable", 0);
  return { status, costUsd, failure: { ...failure, message: [failure.message, ...faults].join(" ") } };
}

/** A text that cannot be read in its time is as useless as one without its fields. */
async function readBy(
  { parsing }: WriteParts,
  request: Parameters<WriteParts["parsing"]["draft"]>[0],
): Promise<Awaited<ReturnType<WriteParts["parsing"]["draft"]>>> {
  try {
    return await parsing.draft(request);
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error;
    return { content: null, faults: ["It could not be read in time."] };
  }
}

const termsOf = ({ platform, kind, topic, promptType, target }: Draft, project: Project): DraftTerms => ({
  ...{ platform, kind, topic, target },
  promptType: promptType ?? "auto",
  language: project.language,
  brand: project.brand,
  rivals: project.competitors.map(({ name }) => name),
});

type Written =
  | { kind: "text"; text: string; costUsd: number }
  | { kind: "failed"; errorCode: string; costUsd: number }
  | { kind: "stopped"; costUsd: number };

/**
 * One text: asks until the engine answers or fails for good. What was reserved for the draft bounds what its calls may
 * cost: a failed one that was billed is repeated only if that leaves enough.
 */
async function writtenBy(
  { db, openEngine, callDeadlineMs, stop, random, tracing, log }: WriteParts,
  { provider, own }: { provider: Provider; own: boolean },
  { organizationId, country, language }: Project,
  terms: DraftTerms,
  material: DraftMaterial,
  { faults, spentUsd }: { faults: string[]; spentUsd: number },
): Promise<Written> {
  if (provider === "sandbox") return { kind: "text", text: sandboxDraft(terms, material), costUsd: 0 };
  const prompt = draftRequest(terms, material, faults);
  const question: Question = { prompt, sample: 1, country, language, brands: [], search: false };
  let costUsd = 0;
  for (let failures = 0; ; failures++) {
    // Opened for each call: an organization may have replaced or deleted its own key meanwhile.
    const opened = await openEngine({ organizationId, provider, own });
    if (!opened) return { kind: "failed", errorCode: own ? noCredentials : "bad_key", costUsd };
    const { engine } = opened;
    const callOutcome = await traceCall(tracing, engine, question, {
      failures,
      patienceMs: callDeadlineMs,
      stop,
      random,
    });
    const outcome = opened.own ? await noteKey({ db, log }, opened.own, provider, callOutcome) : callOutcome;
    switch (outcome.kind) {
      case "answered":
        return {
          kind: "text",
          text: textShown(outcome.answer.text),
          costUsd: costUsd + (outcome.answer.costUsd ?? engine.estimateUsd),
        };
      case "failed":
        return { kind: "failed", errorCode: outcome.errorCode, costUsd: costUsd + outcome.costUsd };
      case "stopped":
        return { kind: "stopped", costUsd: costUsd + engine.estimateUsd };
      case "again": {
        costUsd += outcome.costUsd;
        const leftUsd = textsMax * engine.estimateUsd - spentUsd - costUsd;
        if (outcome.costUsd > 0 && leftUsd < engine.estimateUsd)
          return { kind: "failed", errorCode: outcome.errorCode, costUsd };
        if (outcome.roomier) question.roomier = true;
        await waited(outcome.afterMs, stop);
      }
    }
  }
}

async function waited(ms: number, stop: Stop): Promise<void> {
  const over = new AbortController();
  const stay = stop.onStop(() => over.abort());
  await pause(ms, undefined, { signal: over.signal }).catch(() => undefined);
  stay();
}

const says: Record<string, Omit<Failure, "code">> = {
  rate_limited: { message: "The engine's rate limit has been reached.", retryable: true },
  unavailable: { message: "The engine could not be reached.", retryable: true },
  timeout: { message: "The engine did not answer in time.", retryable: true },
  no_answer: { message: "The engine ended without a text.", retryable: true },
  cut_short: {
    message: "The engine reached its limit of length before it had written a word.",
    retryable: true,
  },
  bad_answer: { message: "The engine's answer could not be read.", retryable: true },
  bad_key: { message: "The engine is not configured, or refuses this server's key.", retryable: false },
  own_bad_key: {
    message: "The engine refused the organization's key. Save another one, then ask for the draft again.",
    retryable: false,
  },
  no_credentials: {
    message: "The organization's key for the engine was deleted, or can no longer be decrypted.",
    retryable: false,
  },
  refused: { message: "The engine refused to write this.", retryable: false },
  unusable: {
    message: "The engine wrote something unusable, twice. What was wrong with the second text:",
    retryable: true,
  },
  interrupted: { message: "The writing was interrupted too often.", retryable: true },
};

const failed = (kind: string, costUsd: number, own = false): DraftEnd & { status: "failed" } => {
  const { message, retryable } = (own ? says[`own_${kind}`] : undefined) ?? says[kind] ?? says.unavailable!;
  return { status: "failed", failure: { code: `DRAFT_${kind.toUpperCase()}`, message, retryable }, costUsd };
};

const interrupted = failed("interrupted", 0);
