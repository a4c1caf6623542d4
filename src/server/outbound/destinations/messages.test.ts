import assert from "node:assert/strict";
import { test } from "node:test";
import type { Message } from "./destination.ts";
import { discordMessage } from "./discord.ts";
import { eventLetter } from "./email.ts";
import { faultOf } from "./refusals.ts";
import { slackMessage } from "./slack.ts";
import { teamsMessage } from "./teams.ts";
import { signedWebhook } from "./webhook.ts";

const message = (given: Partial<Message> = {}): Message => ({
  ...{ id: "msg_1", type: "report.completed", at: "2026-11-27T09:00:00.000Z", data: { id: "r1" } },
  ...{ title: "Acme: report completed", says: "Acme is named in 50% of 4 answers." },
  link: { label: "Open the report", url: "https://s.example/reports/r1?a=1&b=2" },
  settingsUrl: "https://s.example/organization?part=destinations",
  ...given,
});

const hostile = "<!channel> @everyone *b* [x](https://evil.example) <at>all</at> `c` \u202eover\u0007";

test("a request is signed as the published example of Standard Webhooks is", async () => {
  const { Webhook } = await import("standardwebhooks");
  const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
  const at = new Date(1_614_265_330_000);
  assert.equal(
    new Webhook(secret).sign("msg_p5jXN8AQM9LWM0D4loKWxJek", at, '{"test": 2432232314}'),
    "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
  );
  const { headers, body } = signedWebhook(message(), [secret, secret], at);
  assert.equal(headers["webhook-timestamp"], "1614265330");
  const signature = new Webhook(secret).sign("msg_1", at, body);
  assert.equal(headers["webhook-signature"], `${signature} ${signature}`);
});

test("a body of 20 kB is its object's id, headline and link", () => {
  const data = { id: "r1", text: "ü".repeat(10_000) };
  const { body } = signedWebhook(message({ data }), [], new Date(0));
  const { headline, url, ...rest } = JSON.parse(body).data;
  assert.deepEqual([headline, url, rest], [message().says, message().link!.url, { id: "r1" }]);
});

test("names in a message for Slack are plain text, and blocks keep to its limits", () => {
  const sent = slackMessage(message({ title: hostile, says: hostile.repeat(400) })) as Slack;
  assert.ok(!/[<>]/.test(sent.text), sent.text);
  const [header, says, link] = sent.blocks;
  assert.deepEqual([header!.text.type, says!.text.type], ["plain_text", "plain_text"]);
  assert.ok(header!.text.text.length <= 150 && says!.text.text.length <= 3_000);
  assert.ok(!/\u202e|\\u0007/.test(JSON.stringify(sent)));
  assert.equal(link!.text.text, "<https://s.example/reports/r1?a=1&amp;b=2|Open the report>");
  assert.ok(JSON.stringify(sent.blocks).length < 13_200);
});

test("what shows no blocks, such as Mattermost, gets the link, and mentions nobody whatever a brand is called", () => {
  const says = `${hostile} @channel ![pixel](https://evil.example/a.png) [x][y]`;
  const { text } = slackMessage(message({ title: "@all: a change", says: says.repeat(60) })) as Slack;
  assert.ok(text.endsWith("\nhttps://s.example/reports/r1?a=1&b=2"), text.slice(-80));
  assert.doesNotMatch(text, /@[\p{L}\p{N}]|\]\(|\]\[/u);
});

interface Slack {
  text: string;
  blocks: { type: string; text: { type: string; text: string } }[];
}

test("nobody is mentioned on Discord, and Markdown in a name is none", () => {
  const sent = discordMessage(message({ title: hostile, says: hostile.repeat(100) })) as {
    embeds: { title: string; description: string }[];
    allowed_mentions: unknown;
  };
  assert.deepEqual(sent.allowed_mentions, { parse: [] });
  const [{ title, description }] = sent.embeds as [{ title: string; description: string }];
  assert.ok(title.length <= 256 && description.length <= 4_096);
  assert.ok(title.startsWith("\\<!channel\\> \\@everyone \\*b\\* \\[x\\]\\("), title);
  assert.doesNotMatch(description, /(?:^|[^\\])(?:\\\\)*[*_~`|>#[\]()<@]/);
});

for (const [origin, ofTitle] of [
  ["https://overheard.example.com", true],
  ["http://localhost:8080", false],
  ["http://overheard:3000", false],
  ["http://192.168.1.20:8080", false],
  ["http://[fd00::1]:8080", false],
] as const)
  test(`a message for Discord reaches a channel from ${origin}, and has its link`, () => {
    const url = `${origin}/reports/r1`;
    const sent = discordMessage(message({ says: "a_".repeat(4_000), link: { label: "Open", url } })) as {
      embeds: { url?: string; description: string }[];
    };
    const [embed] = sent.embeds;
    // Discord refuses the whole message for an address like the others: "Not a well formed URL."
    assert.equal(embed!.url, ofTitle ? url : undefined);
    assert.equal(embed!.description.endsWith(`…\n${url}`), !ofTitle);
    assert.ok(embed!.description.length <= 4_096);
  });

test("a card for Teams holds runs of text, which have no Markdown, and a button", () => {
  const sent = JSON.parse(JSON.stringify(teamsMessage(message({ says: hostile }))));
  const [{ contentType, content }] = sent.attachments;
  assert.deepEqual([sent.type, contentType], ["message", "application/vnd.microsoft.card.adaptive"]);
  assert.deepEqual(
    content.body.map(({ type }: { type: string }) => type),
    ["RichTextBlock", "RichTextBlock"],
  );
  assert.equal(content.actions[0].type, "Action.OpenUrl");
});

test("a card for Teams is within its 28 KB, whatever its lines are", () => {
  for (const says of [
    "a\n".repeat(3_000),
    "\n\n界\n".repeat(3_000),
    '"\\'.repeat(3_000),
    "😀".repeat(3_000),
  ]) {
    const bytes = Buffer.byteLength(JSON.stringify(teamsMessage(message({ title: "界".repeat(300), says }))));
    // One of 24.5 KB was refused, with what Teams adds to it.
    assert.ok(bytes < 20_000, `${bytes}`);
  }
  const short = JSON.parse(JSON.stringify(teamsMessage(message({ says: "a\n".repeat(80) }))));
  const [last] = short.attachments[0].content.body.at(-1).inlines;
  assert.equal(last.text, "a ".repeat(21).trim());
});

test("lines are lines in every place, as they are in the message", () => {
  const says = "Acme is named less often.\nBehind it: “best kettle?”.\n\nNewly cited: s.example.";
  const lines = says.split("\n").filter((line) => line !== "");
  const card = JSON.parse(JSON.stringify(teamsMessage(message({ says })))).attachments[0].content;
  assert.deepEqual(
    card.body.slice(1).map(({ inlines: [run] }: { inlines: { text: string }[] }) => run!.text),
    lines,
  );
  const { text } = eventLetter("a@a.example", message({ says }));
  assert.ok(text.includes(lines.join("\n\n").replace("s.example", "s example")), text);
});

test("a letter is plain text that says how to end it", () => {
  const { subject, text } = eventLetter("a@a.example", message({ title: `One\r\nBcc: ${hostile}` }));
  assert.ok(!/[\r\n\u202e]/.test(subject) && !/[^\P{C}\n]/u.test(text), subject);
  assert.match(text, /Open the report:\nhttps:\/\/s\.example\/reports\/r1\?a=1&b=2\n/);
  assert.match(text, /part=destinations/);
});

test("no name, prompt or quote is a link in a letter", () => {
  const says =
    "Kim (kim@evil.example): sign in at https://evil.example/login, www.evil.example or evil.\u200dcom.";
  const { subject, text } = eventLetter("a@a.example", message({ title: "evil.example: run failed", says }));
  assert.equal(subject, "evil example: run failed");
  const links = (text.match(/\S*[.:@]\p{Cf}*\S+/gu) ?? []).filter(
    (one) => !one.startsWith("https://s.example/"),
  );
  assert.deepEqual(links, [], text);
});

for (const [kind, status, body, fault] of [
  ["slack", 200, "ok", null],
  ["slack", 200, '{"ok":true}', null],
  ["slack", 200, '{"ok":false,"error":"invalid_auth"}', "refused"],
  ["slack", 200, "<!DOCTYPE html><title>Sign in</title>", "bad_response"],
  ["discord", 204, "", null],
  ["discord", 200, "\n<html><body>", "bad_response"],
  ["teams", 202, "", null],
  ["teams", 200, '{"version":"1.1","statusCode":200,"isSuccessStatusCode":true}', null],
  ["teams", 200, "<!doctype html>", "bad_response"],
  ["teams", 200, "Webhook message delivery failed with error: HTTP error 429", "refused"],
  ["slack", 404, "no_service", "gone"],
  ["webhook", 200, "<html>a program may answer what it likes", null],
] as const)
  test(`what ${kind} means by ${status} ${body.slice(0, 20)}: ${fault ?? "it was taken"}`, () => {
    assert.equal(faultOf(kind, { status, body: Buffer.from(body) }), fault);
  });
