import assert from "node:assert/strict";
import { test } from "node:test";
import { askField, vendorsWithoutRows } from "../../../test/vendors/field/ask-field.ts";
import { readTexts } from "../../../test/vendors/field/read-texts.ts";
import { vendors } from "../../../test/vendors/vendor.ts";

for (const vendor of vendors)
  test(`${vendor}: bodies as they really come are read as what they are`, async () => {
    const { wrong } = await askField(vendor);
    assert.deepEqual(wrong, []);
  });

for (const door of ["imports", "mentions"] as const)
  test(`${door}: texts as they really come are read as what they are`, async () => {
    assert.deepEqual(await readTexts(door), []);
  });

test("every vendor has bodies in the table", () => {
  assert.deepEqual(vendorsWithoutRows(), []);
});
