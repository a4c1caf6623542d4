import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import type { Static } from "typebox";
import { planBounds } from "../../src/planner/topics/bounds.ts";
import { openPlans } from "../../src/server/api/access/plan.ts";
import type { ContentPlanView } from "../../src/server/content/topics/content-plan-view.ts";
import { UnreadableError } from "../../src/server/outbound/parsing.ts";
import { plannedPagesOf } from "../../src/server/website/crawls/crawl-pages.ts";
import { issuesOf, warningsOf } from "../doors.ts";
import { always, byPrompt } from "../fake-engines.ts";
import { keepCrawl } from "../fixtures/crawl.ts";
import { type Member, onAnyStore } from "../start-app.ts";

type View = Static<typeof ContentPlanView>;

const pathOf = (projectId: string) => `/v1/projects/${projectId}/content-suggestions`;
const topicKeys = [
  ...["id", "topic", "content_action", "target_url", "target_title", "coverage_status"],
  ...[
    "confidence",
    "nearest_url",
    "match_reason",
    "persisted",
    "priority",
    "prompt_keys",
    "suggested_platform",
    "prompt_type",
    "draft",
  ],
];
const plans = {
  ...openPlans,
  free: {
    ...openPlans.free,
    features: openPlans.free.features.filter((name) => name !== "content_suggestions"),
  },
};

const lost = "payroll for restaurants";
const won = "invoicing for freelancers";

const atNight = "Is being rung up at night really necessary?";
const onCallAnswer =
  "Draw up a fair rota: engineers on call rotate weekly, swap shifts, and an escalation wakes the next person if " +
  "nobody acknowledges the alert within five minutes. Group noisy alerts, mute warnings until the morning, and send " +
  "only urgent incidents to a phone. Compare PagerDuty and Opsgenie.";
const onCallPages = [
  { url: "https://acme.example/", title: "Acme", text: "Software for small teams." },
  {
    url: "https://acme.example/schedules",
    title: "On-call schedules and escalation",
    text: "Rotate weekly. If nobody acknowledges an alert in five minutes, it goes to the next person. Swap shifts.",
  },
];

onAnyStore(
  () => ({
    engines: { chatgpt: byPrompt((prompt) => (prompt === lost ? "Use Bolt." : "Use Acme.")) },
    config: { plans },
  }),
  (app) => {
    const member = () => app().member({ plan: "growth" });
    /** A project with a report of two prompts and a crawl of two pages. */
    async function planned(me: Member): Promise<string> {
      const { id: projectId } = await me.project({ prompts: [lost, won, "time tracking for nurses"] });
      await me.call("POST", "/v1/analyze/project", { projectId });
      await app().settle();
      await keepCrawl(app().db, { organizationId: me.userId, projectId }, [
        { url: "https://acme.example/invoicing", title: "Invoicing for freelancers", text: "Send invoices." },
        { url: "https://acme.example/payroll", title: "Payroll for cafés", text: "Pay your people." },
      ]);
      return projectId;
    }

    test("contract/content-plan: a plan for a tag is about its prompts alone, and one that no prompt has is refused", async () => {
      const me = await member();
      const projectId = await planned(me);
      const whole = await me.call<View>("POST", pathOf(projectId), { count: 20 });
      const keyOf = (words: string) =>
        [...whole.data.topics, ...whole.data.skipped_topics].find(({ topic }) => topic.includes(words))!
          .prompt_keys[0]!;
      const own = [keyOf("payroll"), keyOf("time tracking")];
      await me.call("PATCH", `/v1/projects/${projectId}/tags`, { promptKeys: own, add: ["Staff"] });
      const { status, data } = await me.call<View>("POST", pathOf(projectId), { count: 20, tag: "staff" });
      assert.equal(status, 200);
      const keys = [...data.topics, ...data.skipped_topics].flatMap(({ prompt_keys }) => prompt_keys);
      assert.deepEqual(keys.sort(), own.sort());
      const unknown = await me.call("POST", pathOf(projectId), { tag: "Pans" });
      assert.equal(unknown.status, 400);
      assert.deepEqual(issuesOf(unknown), ["body /tag unknown_tag"]);
    });

    test("a saved prompt that only an earlier report has answers to is judged by those", async () => {
      const me = await member();
      const { id: projectId } = await me.project({ prompts: [atNight] });
      await keepCrawl(app().db, { organizationId: me.userId, projectId }, onCallPages);
      const imported = (prompt: string, answer: string, answeredAt: string) =>
        me.call("POST", `/v1/projects/${projectId}/imports`, [
          { prompt, answer, provider: "chatgpt", answeredAt },
        ]);
      const targetOf = async () => {
        const { data } = await me.call<View>("POST", pathOf(projectId), {});
        return [...data.topics, ...data.skipped_topics].find(({ topic }) => topic === atNight)?.target_url;
      };
      await imported(lost, "Use Bolt.", "2026-02-02T09:00:00Z");
      assert.equal(await targetOf(), null);
      await imported(atNight, onCallAnswer, "2026-02-01T09:00:00Z");
      assert.equal(await targetOf(), onCallPages[1]!.url);
    });

    test("contract/content-plan: content-suggestions answers what to write and what is covered", async () => {
      const me = await member();
      const projectId = await planned(me);
      const { status, data } = await me.call<View>("POST", pathOf(projectId), {});
      assert.equal(status, 200);
      assert.deepEqual(
        data.topics.map(({ content_action, coverage_status, target_url, persisted }) => [
          content_action,
          coverage_status,
          target_url,
          persisted,
        ]),
        [
          ["optimize_existing_url", "partially_covered", "https://acme.example/payroll", true],
          ["create_new_article", "uncovered", null, true],
        ],
      );
      assert.deepEqual(
        data.skipped_topics.map(({ id, topic, content_action, coverage_status, target_title, persisted }) => [
          id,
          topic,
          content_action,
          coverage_status,
          target_title,
          persisted,
        ]),
        [[null, won, "covered_existing_url", "covered", "Invoicing for freelancers", false]],
      );
      for (const topic of [...data.topics, ...data.skipped_topics])
        assert.deepEqual(Object.keys(topic), topicKeys);
      assert.match(data.topics[0]!.match_reason, /Its answers name Bolt and not Acme/);
      assert.equal(data.planner.based_on_report_id !== null, true);
    });

    test("a plan reads what assistants answered, and says how sure it is", async () => {
      const me = await member();
      const { id: projectId } = await me.project({ prompts: [atNight] });
      app().engines.say({ chatgpt: always(onCallAnswer) });
      await keepCrawl(app().db, { organizationId: me.userId, projectId }, onCallPages);
      const topicOf = ({ data }: { data: View }) => [...data.topics, ...data.skipped_topics][0]!;
      const guess = topicOf(await me.call<View>("POST", pathOf(projectId)));
      assert.deepEqual([guess.content_action, guess.confidence], ["create_new_article", "low"]);
      await me.call("POST", "/v1/analyze/project", { projectId });
      await app().settle();
      const topic = topicOf(await me.call<View>("POST", pathOf(projectId)));
      assert.equal(topic.target_url, "https://acme.example/schedules");
      assert.equal(topic.nearest_url, "https://acme.example/schedules");
    });

    test("a plan reads the first pages of a crawl, of each the beginning, and says what it left out", async (t) => {
      const me = await member();
      const { id: projectId } = await me.project({ prompts: ["quiet kettles", "loud kettles"] });
      const pages = ["quiet kettles", "loud kettles", "more kettles"].map((title, at) => ({
        ...{ url: `https://acme.example/${at}`, title, text: "They boil without a noise. ".repeat(20) },
      }));
      const crawl = await keepCrawl(app().db, { organizationId: me.userId, projectId }, pages);
      const read = await plannedPagesOf(app().db, crawl, { most: 2, lettersOf: (pages) => 3 * pages });
      assert.equal(read.readable, 3);
      assert.deepEqual(
        read.pages.map(({ page: { url, title, text } }) => [url, title, text]),
        [
          ["https://acme.example/0", "quiet kettles", "They boil"],
          ["https://acme.example/1", "loud kettles", "They boil"],
        ],
      );
      t.mock.property(planBounds, "pages", 1);
      t.mock.property(planBounds, "prompts", 1);
      const answer = await me.call<View>("POST", pathOf(projectId));
      assert.equal(answer.data.topics.length + answer.data.skipped_topics.length, 1);
      assert.deepEqual(
        warningsOf(answer).filter((code) => code === "PLAN_SHORTENED"),
        ["PLAN_SHORTENED"],
      );
    });

    test("a website that takes too long to plan for is 503, and says so", async (t) => {
      const me = await member();
      const projectId = await planned(me);
      const { parsing } = app().app.ports.services;
      t.mock.method(parsing, "plan", () => Promise.reject(new UnreadableError("time")));
      const { status, error } = await me.call("POST", pathOf(projectId));
      assert.deepEqual([status, error.code], [503, "SERVICE_UNAVAILABLE"]);
      assert.match(error.message, /too large for this server/);
    });

    test("a topic keeps its id when it is planned again, also by two at once", async () => {
      const me = await member();
      const projectId = await planned(me);
      const idsOf = ({ data }: { data: View }) => data.topics.map(({ id }) => id);
      const plansAtOnce = await Promise.all(
        Array.from({ length: 4 }, () => me.call<View>("POST", pathOf(projectId))),
      );
      const [first, ...others] = plansAtOnce.map(idsOf);
      assert.equal(first!.length, 2);
      for (const ids of others) assert.deepEqual(ids, first);
      assert.deepEqual(
        idsOf(await me.call<View>("POST", pathOf(projectId), { count: 1 })),
        first!.slice(0, 1),
      );
    });

    for (const [count, issue] of [
      [0, "body /count too_small"],
      [21, "body /count too_large"],
      ["5", "body /count wrong_type"],
      [1.5, "body /count wrong_type"],
      [null, "body /count wrong_type"],
    ] as const)
      test(`contract/content-plan: content-suggestions refuses ${JSON.stringify(count)} for count`, async () => {
        const me = await member();
        const { id } = await me.project();
        assert.deepEqual(issuesOf(await me.call("POST", pathOf(id), { count })), [issue]);
      });

    test("contract/content-plan: there are never more topics than were asked for, five unless said", async () => {
      const me = await member();
      const prompts = Array.from({ length: 30 }, (_, at) => `subject${at} of trade${at}`);
      const { id } = await me.project({ prompts });
      await keepCrawl(app().db, { organizationId: me.userId, projectId: id }, []);
      for (const [body, topics] of [
        [undefined, 5],
        [{ count: 1 }, 1],
        [{ count: 20 }, 20],
      ] as const) {
        const { data } = await me.call<View>("POST", pathOf(id), body);
        assert.equal(data.topics.length, topics);
        assert.equal(data.planner.based_on_report_id, null);
      }
    });

    test("a project with neither report nor crawl is 404 REPORT_NOT_READY", async () => {
      const me = await member();
      const { id } = await me.project();
      const { status, error } = await me.call("POST", pathOf(id));
      assert.deepEqual([status, error.code], [404, "REPORT_NOT_READY"]);
    });

    test("a crawl without any prompt plans nothing, and says so", async () => {
      const me = await member();
      const { id } = await me.project({ prompts: undefined });
      await keepCrawl(app().db, { organizationId: me.userId, projectId: id }, []);
      const answer = await me.call<View>("POST", pathOf(id));
      assert.deepEqual([answer.data.topics, answer.data.skipped_topics], [[], []]);
      assert.deepEqual(warningsOf(answer), ["NO_PROMPTS"]);
    });

    test("prompts of the newest report count beside the saved ones, of either source", async () => {
      const me = await member();
      const { id: projectId } = await me.project({ prompts: ["time tracking for nurses"] });
      app().engines.say({ chatgpt: always("Use Bolt.") });
      await me.call("POST", "/v1/analyze/custom", { projectId, brand: "Acme", prompts: [lost] });
      await app().settle();
      const { data } = await me.call<View>("POST", pathOf(projectId));
      assert.deepEqual(data.topics.map(({ topic }) => topic).sort(), [lost, "time tracking for nurses"]);
    });

    test("no quota is charged for planning", async () => {
      const me = await member();
      const projectId = await planned(me);
      const { meta: before } = await me.call("GET", "/v1/projects");
      const { meta: after } = await me.call("POST", pathOf(projectId));
      assert.deepEqual(after.billing.quotas, before.billing.quotas);
    });

    test("contract/limits-and-plans: a plan without the feature is 403, an unknown project 404, no credential 401", async () => {
      const free = await app().member({ plan: "free" });
      const { id } = await free.project();
      const refused = await free.call("POST", pathOf(id));
      assert.deepEqual([refused.status, refused.error.code], [403, "NO_ENTITLEMENT"]);
      assert.equal((await free.call("POST", pathOf(randomUUID()))).error.code, "PROJECT_NOT_FOUND");
      assert.equal((await free.call("POST", pathOf(id), {}, { token: null })).status, 401);
    });
  },
);
