import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { mailbox } from "../accounts/mailbox.ts";
import { always } from "../fake-engines.ts";
import { onAnyStore } from "../start-app.ts";
import { addDestination, asSession, happen, logOf, readDestination } from "./destinations.ts";
import { letterParts } from "./letter-parts.ts";
import { type Receiver, startReceiver, status } from "./receiver.ts";

const endings: (() => unknown)[] = [];
const end = { after: (work: unknown) => void endings.push(work as () => unknown) };
let receiver: Receiver;
let slow: Receiver;
let box: Awaited<ReturnType<typeof mailbox>>;
before(async () => {
  [receiver, slow, box] = [await startReceiver(end), await startReceiver(end), await mailbox(end)];
});
after(async () => {
  for (const work of endings) await work();
});

const clock = { now: Date.now() };
const hourMs = 3_600_000;
const taken = () => receiver.received.splice(0);

onAnyStore(
  () => ({
    engines: { chatgpt: always("Acme.") },
    config: { outboundAllow: [receiver.host, slow.host], rateLimitScale: 0, mail: box.mail },
    now: () => new Date(clock.now),
  }),
  (app) => {
    test("contract/events: a channel gets 30 messages in an hour, and the rest in one when it is over", async () => {
      clock.now = Date.now();
      const me = await app().member();
      const { id: projectId } = await me.project({ name: "<!channel> Acme" });
      const channel = await addDestination(me, { kind: "slack", url: receiver.url });
      assert.equal(channel.secret, null);
      for (let count = 0; count < 35; count += 1) await happen(app(), me, projectId, { about: `${count}` });
      await app().settle();
      const messages = taken();
      assert.equal(messages.length, 30);
      assert.doesNotMatch(JSON.parse(messages[0]!.body).text, /<!channel>/);
      clock.now += hourMs + 1;
      await app().settle();
      const [summary, ...others] = taken();
      assert.deepEqual(
        [others.length, JSON.parse(summary!.body).text],
        [
          0,
          "5 events in one message\n5 scheduled runs late or not started.\nhttp://site.test/organization?part=destinations",
        ],
      );
      assert.ok((await logOf(me, channel)).every(({ state }) => state === "delivered"));
    });

    test("contract/events: mail goes to the member's own confirmed address, and says how to end it", async () => {
      clock.now = Date.now();
      const me = await app().member();
      const { id: projectId } = await me.project();
      const inbox = await addDestination(me, { kind: "email" });
      assert.equal(inbox.address, me.email);
      await happen(app(), me, projectId, { message: "No prompts are saved." });
      await app().settle();
      const [letter, ...others] = box.letters.splice(0);
      assert.deepEqual([others.length, letter!.to], [0, [me.email]]);
      assert.match(letter!.text, /No prompts are saved\.[\s\S]*part=destinations/);
      const { headers } = letterParts(letter!.source);
      assert.deepEqual(
        [headers.get("auto-submitted"), headers.get("x-auto-response-suppress")],
        ["auto-generated", "OOF, AutoReply"],
        "whoever is away sends no answer",
      );
    });

    test("contract/events: a letter that a mail server takes without saying so is sent three times at most", async () => {
      clock.now = Date.now();
      const me = await app().member();
      const { id: projectId } = await me.project();
      const inbox = await addDestination(me, { kind: "email" });
      box.silent(true);
      await happen(app(), me, projectId);
      for (let days = 0; days < 3; days += 0.25) {
        await app().settle();
        clock.now += 6 * hourMs;
      }
      box.silent(false);
      assert.equal(box.letters.splice(0).length, 3);
      const [logged] = await logOf(me, inbox);
      assert.deepEqual([logged!.state, logged!.fault, logged!.attempts], ["failed", "unsure", 3]);
      await happen(app(), me, projectId);
      await app().settle();
      assert.equal(box.letters.splice(0).length, 1, "the next letter is not kept back");
    });

    test("contract/events: admins are told by mail that a destination was turned off, and why", async () => {
      clock.now = Date.now();
      const me = await app().member();
      const { id: projectId } = await me.project();
      const channel = await addDestination(me, { kind: "slack", url: receiver.url, name: "#marketing" });
      receiver.answer(status(404, "no_service"));
      await happen(app(), me, projectId);
      await app().settle();
      receiver.answer(status(204));
      taken();
      assert.equal((await readDestination(me, channel)).off_because, "gone");
      const [letter] = box.letters.splice(0);
      assert.deepEqual(letter!.to, [me.email]);
      assert.match(letter!.text, /#marketing[\s\S]*takes no more messages/);
    });

    test("contract/events: endpoints that are slow or refuse do not hold up the others", async () => {
      clock.now = Date.now();
      const me = await app().member();
      const { id: projectId } = await me.project();
      const held: (() => void)[] = [];
      slow.answer((_, response) => void held.push(() => response.writeHead(204).end()));
      const [first] = [await addDestination(me, { url: slow.url })];
      await addDestination(me, { url: `http://127.0.0.1:1/nobody` }).catch(() => undefined);
      for (let count = 0; count < 10; count += 1)
        await addDestination(me, { url: `${receiver.url}/${count}` });
      await happen(app(), me, projectId);
      const settled = app().settle();
      for (let looks = 0; receiver.received.length < 10 && looks < 2_000; looks += 1)
        await new Promise((resolve) => setTimeout(resolve, 5));
      assert.equal(taken().length, 10);
      assert.equal(held.length, 1, "the slow one has not answered yet");
      for (const answer of held) answer();
      await settled;
      const { active } = (await asSession(me, "GET", `/v1/webhooks/${first!.id}`)).data;
      assert.equal(active, true);
    });
  },
);
