import { Type } from "typebox";
import { periodAt } from "../../api/access/quota.ts";
import type { Reach } from "../../api/access/reach.ts";
import { action } from "../../api/action.ts";
import { projectId, questions, website } from "../../api/examples/northwind.ts";
import { pollAfterSeconds, pollLocation } from "../../api/polling.ts";
import { type ReplyOptions, reply } from "../../api/reply.ts";
import { ProjectId } from "../../api/schema/id-terms.ts";
import { newId } from "../../kernel/id.ts";
import { Problem } from "../../kernel/problem.ts";
import { awaitRun, goneWhileAwaited } from "../../runs/await-run.ts";
import { draft } from "../content-examples.ts";
import { draftContext } from "./draft-context.ts";
import { draftReply } from "./draft-reply.ts";
import { draftFields, wantedDraft } from "./draft-terms.ts";
import { type Draft, findDraft, insertDraft } from "./drafts.ts";
import { GeneratedContentView, generatedContentView } from "./generated-content-view.ts";
import { writingEngine } from "./writing-engine.ts";

/** Seconds to wait for the text by default; a blog article takes too long to wait for. */
const waitSeconds = { blog: 2, linkedin: 25, thread: 25 };

/** Calls per draft: a text that fails its checks is requested once more. */
const callsMax = 2;

export const generateContent = action({
  name: "generate_content",
  http: "POST /v1/generate-content",
  summary: "Write a draft based on the website and the answers, or a brief for changing a page.",
  description: `Writes an article, a post or a thread about a topic. With the \`metadata\` of a suggested topic that improves a page, it writes a brief for that page. ${pollLocation}`,
  tag: "content",
  scope: "content:write",
  effect: "writes",
  limit: "content",
  tool: true,
  on: "project",
  feature: "content_generation",
  spends: "content",
  input: Type.Object({ projectId: ProjectId, ...draftFields }),
  output: GeneratedContentView,
  example: () => ({
    bodies: {
      article: {
        summary: "A new article",
        value: { projectId, platform: "blog", topic: questions[0], promptType: "how_to" },
      },
      update_brief: {
        summary: "A brief for changing a page",
        value: {
          ...{ projectId, platform: "blog", topic: questions[1] },
          metadata: {
            content_action: "optimize_existing_url",
            target_url: `${website}offices`,
            target_title: "Kettles for offices",
          },
        },
      },
    },
    answers: {
      GeneratedContentReport: { summary: "A draft", data: draft },
    },
  }),
}).run(async (context, { projectId: _, ...fields }) => {
  const { db, caller, project, settings, queue, now, write } = context;
  const wish = wantedDraft(context, fields);
  const engine = writingEngine(context, project);
  const period = periodAt(caller.planStartedAt, now());
  const draft = {
    ...wish,
    id: newId(),
    project,
    context: await draftContext(context),
    engine: { ...engine, own: context.engines.isOwn(engine.provider) },
    estimateUsd: engine.estimateUsd * callsMax,
    quota: {
      periodStart: period.start,
      resetsAt: period.end,
      limit: settings.plans[caller.plan].quotas.content,
    },
    monthlySpendUsd: settings.monthlySpendUsd,
    now: now(),
  };
  await write(async (db) => {
    await insertDraft(db, draft);
    await queue.enqueueDraft(db, { projectId: project.id, reportId: draft.id });
    const accepted = await own(db, caller, draft.id);
    return reply(generatedContentView(accepted, settings.siteUrl), whileWriting(accepted));
  });
  queue.wake();

  const seconds = context.waitSeconds ?? waitSeconds[wish.platform];
  await awaitRun(context, draft.id, seconds * 1000);
  const storedDraft = await findDraft(db, caller, draft.id);
  if (!storedDraft) throw await goneWhileAwaited(context, project.id);
  return reply(draftReply(context, storedDraft).data, whileWriting(storedDraft));
});

async function own(db: Parameters<typeof findDraft>[0], reach: Reach, id: string): Promise<Draft> {
  const draft = await findDraft(db, reach, id);
  if (!draft) throw new Problem("REPORT_NOT_FOUND");
  return draft;
}

const whileWriting = ({ report: { id, status } }: Draft): ReplyOptions =>
  status === "processing" ? { location: `/v1/reports/${id}`, retryAfterSeconds: pollAfterSeconds } : {};
