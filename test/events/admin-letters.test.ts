import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { sql } from "kysely";
import { mailbox } from "../accounts/mailbox.ts";
import { join } from "../organizations/joining.ts";
import { onAnyStore } from "../start-app.ts";
import { addDestination, asSession, happen, logOf, readDestination } from "./destinations.ts";
import { type Receiver, startReceiver, status } from "./receiver.ts";

const endings: (() => unknown)[] = [];
const end = { after: (work: unknown) => void endings.push(work as () => unknown) };
let receiver: Receiver;
let box: Awaited<ReturnType<typeof mailbox>>;
before(async () => {
  [receiver, box] = [await startReceiver(end), await mailbox(end)];
});
after(async () => {
  for (const work of endings) await work();
});

onAnyStore(
  () => ({ config: { outboundAllow: [receiver.host], mail: box.mail } }),
  (app) => {
    test("contract/events: whoever turns a destination on again and again has admins told three times, and nobody at an address that is not theirs", async () => {
      const [me, stranger] = [await app().member(), await app().member()];
      const { id: projectId } = await me.project();
      await join(me, stranger, "admin");
      // Made with a copied link, for an address that somebody typed.
      await sql`update identity_users set "selfMade" = true where email = ${stranger.email}`.execute(
        app().db,
      );
      const webhook = await addDestination(me, { url: receiver.url });
      receiver.answer(status(410));
      await happen(app(), me, projectId);
      await app().settle();
      box.letters.splice(0, box.letters.length - 1);
      for (let round = 0; round < 5; round += 1) {
        const { id } = (await logOf(me, webhook))[0]!;
        await me.call("POST", `/v1/webhooks/${webhook.id}/deliveries/${id}/retry`);
        await asSession(me, "PATCH", `/v1/webhooks/${webhook.id}`, { active: true });
        await app().settle();
      }
      assert.deepEqual(
        box.letters.splice(0).map(({ to }) => to[0]),
        [me.email, me.email, me.email],
      );
      assert.equal(receiver.received.length, 6);
    });

    test("contract/organizations: what waits for the mail server goes to no admin who is none any more, nor an invitation that is withdrawn", async () => {
      const [me, admin] = [await app().member(), await app().member()];
      const { id: projectId } = await me.project();
      const { memberId } = await join(me, admin, "admin");
      const webhook = await addDestination(me, { url: receiver.url });
      await app().settle();
      box.letters.splice(0);
      receiver.answer(status(410));
      box.refusals.push(451, 451, 451);
      await happen(app(), me, projectId);
      await app().settle();
      const invited = await asSession<{ id: string }>(me, "POST", "/v1/organization/invitations", {
        ...{ email: "stranger@else.example", role: "viewer" },
      });
      assert.equal(invited.status, 201, invited.text);
      await app().settle();
      assert.deepEqual([box.letters.length, box.refusals], [0, []]);
      await asSession(me, "DELETE", `/v1/organization/members/${memberId}`);
      await asSession(me, "DELETE", `/v1/organization/invitations/${invited.data.id}`);
      await sql`update jobs.job set start_after = now() where name = 'mail'`.execute(app().db);
      await app().settle();
      assert.deepEqual(
        box.letters.splice(0).map(({ to }) => to[0]),
        [me.email],
      );
      assert.equal((await readDestination(me, webhook)).active, false);
    });
  },
);
