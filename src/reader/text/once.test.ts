import assert from "node:assert/strict";
import { test } from "node:test";
import { once } from "./once.ts";

for (const value of ["a", null, undefined, 0])
  test(`what is ${value} is worked out when it is asked for, and only once`, () => {
    let times = 0;
    const get = once(() => {
      times++;
      return value;
    });
    assert.equal(times, 0);
    assert.deepEqual([get(), get(), times], [value, value, 1]);
  });
