import assert from "node:assert/strict";
import { test } from "node:test";
import { isSubreddit, redditThreadOf, threadUrl } from "./url.ts";

for (const [url, thread] of [
  ["https://www.reddit.com/r/headphones/comments/1abcde/which_ones/", ["1abcde", "headphones"]],
  ["https://old.reddit.com/r/Kaffee/comments/1ABCDE", ["1abcde", "Kaffee"]],
  ["https://www.reddit.com/r/tea/comments/1abcde/title/kxyz/?context=3", ["1abcde", "tea"]],
  ["https://redd.it/1abcde", ["1abcde", null]],
  ["https://www.reddit.com/comments/1abcde", ["1abcde", null]],
  ["https://www.reddit.com/gallery/1abcde", ["1abcde", null]],
] as const)
  test(`${url} leads to the thread ${thread[0]}`, () => {
    const found = redditThreadOf(url);
    assert.deepEqual([found?.threadId, found?.subreddit], [...thread]);
  });

for (const url of [
  "https://www.reddit.com/r/headphones/",
  "https://www.reddit.com/user/jane/comments/1abcde/mine/",
  "https://www.reddit.com/r/u_jane/comments/1abcde/mine/",
  "https://notreddit.com/r/tea/comments/1abcde",
  "https://reddit.com.example/r/tea/comments/1abcde",
  "ftp://reddit.com/r/tea/comments/1abcde",
  "https://redd.it/",
  "tea",
])
  test(`${url} leads to no thread`, () => assert.equal(redditThreadOf(url), null));

test("the address of a thread leads back to it, without its title", () => {
  const thread = { threadId: "1abcde", subreddit: "tea" };
  assert.deepEqual(redditThreadOf(threadUrl(thread)), thread);
});

test("a person's own page is no community", () => {
  assert.equal(isSubreddit("tea"), true);
  assert.equal(isSubreddit("u_jane"), false);
  assert.equal(isSubreddit("a/b"), false);
});
