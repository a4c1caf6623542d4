import assert from "node:assert/strict";
import { test } from "node:test";
import { hanging } from "../fake-engines.ts";
import { type Member, onEachStore } from "../start-app.ts";

onEachStore(
  () => ({ engines: { chatgpt: () => "Acme." }, config: { rateLimitScale: 0 } }),
  (app) => {
    const generate = async (me: Member, projectId: string, topic: string, prefer = "wait=0") => {
      const body = { projectId, platform: "linkedin", topic };
      const options = { headers: { prefer } };
      const answer = await me.call<{ terminal: boolean }>("POST", "/v1/generate-content", body, options);
      assert.ok(answer.status < 300, answer.text);
      return answer.data;
    };

    test("a draft does not wait behind all that another organization has asked for", async () => {
      const assistant = hanging();
      app().engines.say({ chatgpt: assistant });
      const [many, one] = [await app().member(), await app().member()];
      const [theirs, mine] = [await many.project(), await one.project()];
      for (let at = 0; at < 9; at += 1) await generate(many, theirs.id, `crm for teams of size ${at}`);
      await generate(one, mine.id, "crm for a single person");
      assistant.release();
      await app().settle();
      const topics = app().engines.asked.map(
        ({ prompt }) => /crm for (?:teams of size \d|a single person)/.exec(prompt)?.[0],
      );
      const place = new Set(topics.slice(0, topics.indexOf("crm for a single person"))).size;
      assert.ok(place <= 5, `it came after ${place} drafts`);
    });

    test("a draft is written while all that another organization may write at once waits for its assistant", async () => {
      const assistant = hanging();
      app().engines.say({
        chatgpt: (question, signal) =>
          question.prompt.includes("for many") ? assistant(question, signal) : "nothing usable",
      });
      const [many, one] = [await app().member(), await app().member()];
      const [theirs, mine] = [await many.project(), await one.project()];
      for (let at = 0; at < 5; at += 1) await generate(many, theirs.id, `crm for many, part ${at}`);
      const written = await generate(one, mine.id, "crm for one", "wait=25");
      assert.equal(written.terminal, true);
      assistant.release();
      await app().settle();
    });
  },
);
