import assert from "node:assert/strict";
import { test } from "node:test";
import type { Problem } from "../../kernel/problem.ts";
import { givenAddress } from "./given-address.ts";

const asked: string[] = [];
const context = {
  destinations: { check: async (url: string) => void asked.push(url) },
} as unknown as Parameters<typeof givenAddress>[0];

test("a page of a chat tool is told from the address there that takes messages", async () => {
  for (const [kind, url, says] of [
    [
      "slack",
      "https://acme.slack.com/archives/C0123",
      /page of Slack\. .* begins with https:\/\/hooks\.slack\.com\//,
    ],
    ["slack", "https://app.slack.com/client/T0/C0", /page of Slack/],
    [
      "discord",
      "https://discord.com/channels/1/2",
      /page of Discord\. .*https:\/\/discord\.com\/api\/webhooks\//,
    ],
    ["teams", "https://teams.microsoft.com/l/channel/19", /page of Teams\. Add the workflow/],
  ] as const)
    await assert.rejects(
      givenAddress(context, { kind, url }),
      (error: Problem) => says.test(error.message),
      url,
    );
  assert.deepEqual(asked, []);
  const taken = [
    "https://hooks.slack.com/services/T0/B0/secret",
    "https://discord.com/api/webhooks/1/secret",
    "https://canary.discord.com/api/webhooks/1/secret",
    "https://chat.example.com/hooks/1",
    "https://slack.com.example/hook",
  ];
  for (const url of taken) assert.equal(await givenAddress(context, { kind: "slack", url }), url);
  assert.deepEqual(asked, taken);
});
