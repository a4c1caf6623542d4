import assert from "node:assert/strict";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { text } from "node:stream/consumers";
import { type TestContext, test } from "node:test";
import { sql } from "kysely";
import { SMTPServer } from "smtp-server";
import { anyStore } from "../../../test/stores.ts";
import { enginesOf, startWork } from "../../../test/work.ts";
import { newId } from "../kernel/id.ts";
import { letterText } from "../outbound/mail/letter-text.ts";
import { MailError } from "../outbound/mail/mail.ts";
import { createMailServer } from "../outbound/mail/smtp.ts";

const siteUrl = "https://overheard.s.example";
const letter = { to: "ann@a.example", subject: "A link – einmalig", text: "Open https://s.example/x\n" };

/** A real mail server on loopback that answers the n-th letter so: null takes it, a number refuses it. */
async function mailServer(
  t: TestContext,
  answers: readonly (number | null)[] = [],
  refusal?: { refuses: "MAIL FROM" | "RCPT TO"; with: string },
) {
  const taken: { to: string[]; source: string }[] = [];
  let asked = 0;
  const refusalOf = (command: string) =>
    refusal?.refuses === command
      ? Object.assign(new Error(refusal.with.slice(4)), { responseCode: Number(refusal.with.slice(0, 3)) })
      : null;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onMailFrom: (_address, _session, done) => done(refusalOf("MAIL FROM")),
    onRcptTo: (_address, _session, done) => done(refusalOf("RCPT TO")),
    async onData(stream, session, done) {
      const source = await text(stream);
      const answer = answers[asked++] ?? null;
      if (answer !== null)
        return done(Object.assign(new Error("no: hostile words"), { responseCode: answer }));
      taken.push({ to: session.envelope.rcptTo.map(({ address }) => address), source });
      done();
    },
  });
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  t.after(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const { port } = server.server.address() as AddressInfo;
  const { send } = createMailServer({
    url: `smtp://127.0.0.1:${port}`,
    from: "Overheard <o@s.example>",
    siteUrl,
  });
  return { taken, send, asked: () => asked };
}

test("a server that says a little for ever is given up, and its connection closed", async () => {
  const server = createServer((socket) => {
    socket.on("error", () => undefined).write("220 hello\r\n");
    const drip = setInterval(() => socket.write("250-more\r\n"), 50);
    socket.on("close", () => clearInterval(drip)).resume();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const drips = createMailServer({ url: `smtp://127.0.0.1:${port}`, from: "o@s.example", siteUrl }, 500);
  await assert.rejects(drips.send(letter), { name: "MailError", final: false });
  // Its connection is closed, so that the server can end.
  server.close();
  await once(server, "close", { signal: AbortSignal.timeout(10_000) });
});

for (const [what, url, terms, says] of [
  ["nobody", "smtp://127.0.0.1:PORT", null, /Nothing listens/],
  ["a server without TLS", "smtps://127.0.0.1:PORT", {}, /Begin SMTP_URL with smtp:\/\//],
  ["a server with a certificate of nobody's", "smtps://127.0.0.1:PORT", { secure: true }, /certificate/],
  ["one that knows no such user", "smtp://u:p@127.0.0.1:PORT", {}, /rejects the user or the password/],
] as const) {
  test(`${what} at SMTP_URL is told by its cause`, async () => {
    const server = new SMTPServer({
      ...(terms?.secure ? terms : { disabledCommands: ["STARTTLS"] }),
      logger: false,
      onAuth: (_given, _session, done) => done(new Error("no: hostile words")),
    });
    server.on("error", () => undefined);
    server.listen(0, "127.0.0.1");
    await once(server.server, "listening");
    const { port } = server.server.address() as AddressInfo;
    const close = () => new Promise<void>((resolve) => server.close(() => resolve()));
    if (terms === null) await close();
    const at = createMailServer({ url: url.replace("PORT", `${port}`), from: "o@s.example", siteUrl });
    await assert.rejects(
      at.verify(),
      (error: Error) => says.test(error.message) && !/hostile/.test(error.message),
    );
    if (terms !== null) await close();
  });
}

/** A mail server that answers each command with what is given for it, and 250 otherwise. */
async function wordFor(t: TestContext, answers: Record<string, string>) {
  const heard: string[] = [];
  const server = createServer((socket) => {
    socket.on("error", () => undefined).write(`${answers.CONN ?? "220 hello"}\r\n`);
    socket.on("data", (bytes) => {
      const [line = ""] = bytes.toString().split("\r\n");
      heard.push(line);
      const answer = answers[line.split(" ")[0]!] ?? "250 yes";
      socket.write(`${answer}\r\n`);
      if (answer.startsWith("421")) socket.end();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => server.close());
  return { heard, url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

for (const [what, answers, says] of [
  [
    "a name that is refused",
    { EHLO: "501 bad name", HELO: "550 hostile words" },
    /turns this server away as/,
  ],
  ["421 to the greeting", { EHLO: "421 4.7.0 hostile, try again later" }, /turns this server away as/],
  ["no service for this address", { CONN: "554 hostile words" }, /turns this server away as/],
  ["421 as the first word", { CONN: "421 hostile words" }, /turns this server away as/],
  ["421 to the letter", { DATA: "421 hostile words" }, /ends the connection before it takes the letter/],
  ["no letters at all", { DATA: "554 hostile words" }, /refuses this letter/],
  [
    "a sender that is not verified",
    { DATA: "554 hostile: Email address is not verified." },
    /takes no letters from this sender before it is verified/,
  ],
  [
    "a sender that is not verified, as an envelope's",
    { MAIL: "550 hostile: the from address does not match a verified Sender Identity" },
    /takes no letters from this sender before it is verified/,
  ],
] as [string, Record<string, string>, RegExp][])
  test(`a mail server's answer is told as one: ${what}`, async (t) => {
    const { url } = await wordFor(t, answers);
    await assert.rejects(
      createMailServer({ url, from: "o@s.example", siteUrl }).send(letter),
      (error: Error) => says.test(error.message) && !/hostile|in time|not known/.test(error.message),
    );
  });

for (const [what, answer, says] of [
  [
    "Microsoft's, where sign-in is switched off",
    "535 5.7.139 hostile, SmtpClientAuthentication is disabled for the Tenant.",
    /switched off there, or a rule forbids it/,
  ],
  [
    "Microsoft's, where passwords are",
    "535 5.7.139 hostile, basic authentication is disabled.",
    /switched off there/,
  ],
  [
    "Microsoft's, by a rule of the tenant",
    "535 5.7.139 hostile, the request did not meet the criteria to be authenticated successfully.",
    /a rule forbids it/,
  ],
  [
    "Microsoft's, to a wrong password",
    "535 5.7.139 hostile, the user credentials were incorrect.",
    /rejects the user or the password/,
  ],
  ["Google's", "534 5.7.9 hostile. Application-specific password required.", /a password for apps alone/],
  ["a relay's without sign-in", "503 5.5.1 hostile: AUTH command not enabled", /offers no sign-in/],
] as const)
  test(`a mail server's answer to a sign-in is told by its cause: ${what}`, async (t) => {
    const { url } = await wordFor(t, { EHLO: "250-hello\r\n250 AUTH PLAIN", AUTH: answer });
    await assert.rejects(
      createMailServer({ url: url.replace("//", "//u:p@"), from: "o@s.example", siteUrl }).verify(),
      (error: Error) => says.test(error.message) && !/hostile/.test(error.message),
    );
  });

test("a letter whose sender is not verified yet is kept: the operator can mend that", async (t) => {
  const { url } = await wordFor(t, { DATA: "554 hostile: Email address is not verified." });
  await assert.rejects(createMailServer({ url, from: "o@s.example", siteUrl }).send(letter), {
    final: false,
  });
});

for (const [site, from, name] of [
  ["https://overheard.s.example", "o@mail.example", /^EHLO overheard\.s\.example$/],
  ["http://192.168.1.20:8787", "Overheard <o@mail.example>", /^EHLO mail\.example$/],
  ["http://[fd00::1]:8787", "o@müller.example", /^EHLO xn--mller-kva\.example$/],
  ["http://localhost:8787", "o@mail.example", /^EHLO mail\.example$/],
] as [string, string, RegExp][])
  test(`a server at ${site} greets a mail server by a name that it has: ${from}`, async (t) => {
    const { url, heard } = await wordFor(t, {});
    await createMailServer({ url, from, siteUrl: site }).verify();
    assert.match(heard[0]!, name);
  });

for (const store of anyStore) {
  const on = (rule: string, body: (t: TestContext) => Promise<void>) =>
    test(`${store.name}: ${rule}`, { skip: store.skip, timeout: 60_000 }, body);

  async function start(t: TestContext, answers: readonly (number | null)[]) {
    const clock = { now: Date.now() };
    const mail = await mailServer(t, answers);
    const work = await startWork(t, store, {
      engines: enginesOf(),
      now: () => new Date(clock.now),
      sendMail: mail.send,
    });
    const post = () => work.queue.enqueueMail(work.db, { ...letter, until: new Date(clock.now + 3_600_000) });
    const waiting = async () =>
      (await sql<{ data: object }>`select data from jobs.job where name = 'mail'`.execute(work.db)).rows;
    /** The pause before the next attempt is over. */
    const later = () => sql`update jobs.job set start_after = now() where name = 'mail'`.execute(work.db);
    return { clock, mail, work, post, waiting, later };
  }

  on("a letter is handed to the mail server once, as it was written", async (t) => {
    const { mail, work, post, waiting } = await start(t, []);
    await post();
    await work.worker.settle();
    const [one] = mail.taken;
    assert.deepEqual([mail.taken.length, one?.to], [1, ["ann@a.example"]]);
    assert.match(one!.source, /^From: Overheard <o@s\.example>/m);
    assert.match(one!.source, /https:\/\/s\.example\/x/);
    assert.deepEqual(await waiting(), []);
  });

  on("what waits on the queue tells nobody who reads the table", async (t) => {
    const { post, waiting } = await start(t, []);
    await post();
    const [job] = await waiting();
    assert.ok(!JSON.stringify(job).includes("s.example") && !JSON.stringify(job).includes("ann@"));
  });

  on("a server that is busy is asked again, one that refuses is not", async (t) => {
    const busy = await start(t, [451, 421, null]);
    await busy.post();
    for (let attempt = 0; attempt < 3; attempt += 1) {
      await busy.work.worker.settle();
      await busy.later();
    }
    assert.deepEqual([busy.mail.asked(), busy.mail.taken.length, await busy.waiting()], [3, 1, []]);
    const refusing = await start(t, [550]);
    await refusing.post();
    await refusing.work.worker.settle();
    assert.deepEqual([refusing.mail.asked(), await refusing.waiting()], [1, []]);
  });

  on(
    "a server that refuses the sender or the sign-in, as it does until it is set up, is asked again",
    async (t) => {
      for (const command of ["MAIL FROM", "RCPT TO"] as const) {
        const mail = await mailServer(t, [], { refuses: command, with: "550 5.7.1 not from here" });
        const error = await mail.send(letter).catch((error) => error);
        assert.deepEqual(
          [error.name, error.final, error.refusesAddress],
          ["MailError", false, false],
          command,
        );
      }
      const nobody = await mailServer(t, [], { refuses: "RCPT TO", with: "550 5.1.1 nobody" });
      const error = await nobody.send(letter).catch((error) => error);
      assert.deepEqual([error.final, error.refusesAddress], [true, true]);
      const spam = await mailServer(t, [554]);
      const refused = await spam.send(letter).catch((error) => error);
      assert.deepEqual([refused.final, refused.refusesAddress], [true, false]);
    },
  );

  on(
    "a letter to a client that may have been taken is not sent again, another one twice at most",
    async (t) => {
      for (const [recipientId, most] of [
        ["01a20495-5aa3-715a-a10b-2bc649fe3792", 1],
        [undefined, 3],
      ] as const) {
        let sent = 0;
        const work = await startWork(t, store, {
          engines: enginesOf(),
          async sendMail() {
            sent += 1;
            throw new MailError({ final: false, fault: "no_answer", says: "", unsure: true }, new Error());
          },
        });
        const until = new Date(Date.now() + 86_400_000);
        await work.queue.enqueueMail(work.db, { ...letter, until, ...(recipientId ? { recipientId } : {}) });
        for (let attempt = 0; attempt < 6; attempt += 1) {
          await work.worker.settle();
          await sql`update jobs.job set start_after = now() where name = 'mail'`.execute(work.db);
        }
        assert.equal(sent, most);
      }
    },
  );

  on("a letter to a client whose process died while it was sent is not sent again", async (t) => {
    let sent = 0;
    const work = await startWork(t, store, {
      engines: enginesOf(),
      async sendMail() {
        sent += 1;
        // The next claim finds what a dead process leaves: a job that was begun.
        throw new Error("the process ends here");
      },
    });
    const recipientId = "01a20495-5aa3-715a-a10b-2bc649fe3792";
    await work.queue.enqueueMail(work.db, {
      ...letter,
      recipientId,
      until: new Date(Date.now() + 86_400_000),
    });
    for (let claim = 0; claim < 3; claim += 1) {
      await work.worker.settle();
      await sql`update jobs.job set start_after = now() where name = 'mail'`.execute(work.db);
    }
    const { rows } = await sql`select id from jobs.job where name = 'mail'`.execute(work.db);
    assert.deepEqual([sent, rows], [1, []]);
  });

  on("a letter that somebody waits for does not wait for letters to clients", async (t) => {
    const sent: string[] = [];
    const { db, queue, worker } = await startWork(t, store, {
      engines: enginesOf(),
      sendMail: async ({ to }) => void sent.push(to),
    });
    const until = new Date(Date.now() + 60_000);
    for (let at = 0; at < 20; at += 1)
      await queue.enqueueMail(db, { ...letter, to: `client${at}@c.example`, until, recipientId: newId() });
    await queue.enqueueMail(db, { ...letter, until });
    await worker.settle();
    assert.equal(sent.length, 21);
    assert.ok(sent.indexOf(letter.to) < 5, `it came after ${sent.indexOf(letter.to)}`);
  });

  on("letters to one organization's clients do not wait for all of another's", async (t) => {
    const sent: string[] = [];
    const { db, queue, worker } = await startWork(t, store, {
      engines: enginesOf(),
      sendMail: async ({ to }) => void sent.push(to),
    });
    const until = new Date(Date.now() + 60_000);
    const post = (organizationId: string, to: string) =>
      queue.enqueueMail(db, {
        ...{ ...letter, to, until, recipientId: newId() },
        terms: { of: "client_report", organizationId, issueId: newId(), pageId: newId() },
      });
    const [many, one] = [newId(), newId()];
    for (let at = 0; at < 20; at += 1) await post(many, `client${at}@c.example`);
    await post(one, "client@o.example");
    await worker.settle();
    assert.equal(sent.length, 21);
    assert.ok(sent.indexOf("client@o.example") < 5, `it came after ${sent.indexOf("client@o.example")}`);
  });

  on("a letter that is of no use any more is not sent", async (t) => {
    const { clock, mail, work, post, waiting } = await start(t, []);
    await post();
    clock.now += 3_600_001;
    await work.worker.settle();
    assert.deepEqual([mail.asked(), await waiting()], [0, []]);
  });

  on("a letter may say a name that runs from right to left", async (t) => {
    const { mail, work } = await start(t, []);
    const text = letterText`${"شركة المثال"} invites you.\n`;
    await work.queue.enqueueMail(work.db, { ...letter, text, until: new Date(Date.now() + 3_600_000) });
    await work.worker.settle();
    assert.equal(mail.taken.length, 1);
  });

  on("what is no letter is not put on the queue", async (t) => {
    const { work } = await start(t, []);
    for (const wrong of [
      { to: "nobody" },
      { to: "a@a.example\r\nBcc: b@b.example" },
      { to: "bo\u212a@b.example" },
      { subject: "two\nlines" },
      { subject: "turned \u202e round" },
      { text: "turned \u2066 round" },
      { text: "x".repeat(65_537) },
    ])
      await assert.rejects(
        work.queue.enqueueMail(work.db, { ...letter, ...wrong, until: new Date(Date.now() + 1_000) }),
        RangeError,
      );
  });
}
