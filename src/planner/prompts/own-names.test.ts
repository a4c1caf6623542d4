import assert from "node:assert/strict";
import test from "node:test";
import { ownNames } from "./own-names.ts";

const site = (title: string, siteName: string | null = null) =>
  ownNames("Hivelark Two", { title, siteName } as Parameters<typeof ownNames>[1]);

test("a part of the title that the brand begins with is a name of the site", () => {
  assert.deepEqual(site("Hivelark – beehive scales"), ["Hivelark Two", "Hivelark"]);
  assert.deepEqual(site("Hive | beehive scales"), ["Hivelark Two"]);
  assert.deepEqual(site("Beehive scales", "The hive shop"), ["Hivelark Two", "The hive shop"]);
});
