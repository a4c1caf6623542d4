import assert from "node:assert/strict";
import { test } from "node:test";
import { HanWords } from "./han-word.ts";

const cuts = (text: string, name: string): boolean => {
  const start = text.indexOf(name);
  return new HanWords(text).cutsThrough(start, start + name.length);
};

test("a name whose characters belong to the words on both sides of it is none", () => {
  assert.equal(cuts("从北京东京到上海。", "京东"), true);
});

test("a name whose end is the point of the compass of a road or a station is none", () => {
  assert.equal(cuts("我家在北京东路上。", "京东"), true);
  assert.equal(cuts("他住在北京东站附近。", "京东"), true);
  assert.equal(cuts("在京东买手机。", "京东"), false);
  assert.equal(cuts("去京东城里的店。", "京东"), false);
});

test("a name among other words stands by itself", () => {
  assert.equal(cuts("我常在京东购物。", "京东"), false);
  assert.equal(cuts("京东很好。", "京东"), false);
  assert.equal(cuts("I shop at 京东 often.", "京东"), false);
});

test("the answer is the same wherever in a long text the name stands", () => {
  for (const before of [0, 230, 255, 256, 257, 700]) {
    const text = `${"我们今天去商店买东西。".repeat(80).slice(0, before)}从北京东京到上海。`;
    assert.equal(cuts(text, "京东"), true, String(before));
  }
});
