import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { anyStore } from "../../../../test/stores.ts";
import { enginesOf, fakeEngine, startWork } from "../../../../test/work.ts";
import { createLog } from "../../kernel/log.ts";
import type { Mail } from "../../outbound/mail/mail.ts";
import { clientReportLoop } from "./client-report-loop.ts";
import { putClientReport } from "./client-reports.ts";

const minuteMs = 60_000;

for (const store of anyStore)
  test(`${store.name}: a client's report that cannot be made is tried again ever later, and told once to who may set it up`, {
    skip: store.skip,
    timeout: 60_000,
  }, async (t) => {
    const engines = enginesOf(fakeEngine("chatgpt", () => "Acme."));
    const { db, project, accept, worker } = await startWork(t, store, { engines });
    const { id: projectId, organizationId } = project;
    const clock = { now: Date.now() };
    const terms = { every: "month", approval: false, active: true, logoUrl: null } as const;
    const settings = { projectId, organizationId, userId: organizationId, ...terms };
    await putClientReport(db, settings, new Date(clock.now - minuteMs));
    await accept();
    await worker.settle();
    await sql`update users set email = 'ada@s.example' where id = ${organizationId}`.execute(db);
    await sql`update reports set scheduled = true where project_id = ${projectId}`.execute(db);

    let tries = 0;
    const letters: Mail[] = [];
    const newLoop = () =>
      clientReportLoop({
        ...{ db, mails: true, siteUrl: "https://s.example", log: createLog("silent") },
        ...{ stop: new AbortController().signal, now: () => new Date(clock.now) },
        queue: { enqueueMail: async (_, mail) => void letters.push(mail), wake: () => {} },
        prepare: async () => {
          tries += 1;
          throw new Error("cannot be made");
        },
      });
    const turn = async (loop = running) => {
      loop.soon();
      await loop.idle();
    };
    const running = newLoop();
    const triedAfter: number[] = [];
    for (let minute = 0; minute <= 20; minute += 0.5) {
      const before = tries;
      await turn();
      if (tries > before) triedAfter.push(minute);
      clock.now += minuteMs / 2;
    }
    assert.deepEqual(triedAfter, [0, 1, 3, 7, 15]);
    assert.equal(letters.length, 1);
    assert.match(letters[0]!.subject, /report to a client was not sent/);
    assert.match(letters[0]!.text, new RegExp(`https://s.example/projects/${projectId}/brief`));
    // Another process finds the same, and the fault stands for a day.
    const other = newLoop();
    for (let hour = 0; hour < 24; hour += 1) {
      await turn(other);
      await turn();
      clock.now += 60 * minuteMs;
    }
    assert.equal(letters.length, 1);
    assert.ok(tries < 30, `${tries}`);
  });
