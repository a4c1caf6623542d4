/**
 * Bodies as vendors really send them, each with the reading that is right: over every engine, imports and `mentions`, 100 % are
 * read so. A vendor without bodies in the table fails.
 */
import { askField, vendorsWithoutRows } from "../../test/vendors/field/ask-field.ts";
import { readTexts } from "../../test/vendors/field/read-texts.ts";
import { fieldTexts } from "../../test/vendors/field/texts.ts";
import { vendors } from "../../test/vendors/vendor.ts";

for (const vendor of vendors) {
  const { rows, wrong } = await askField(vendor);
  console.log(`${vendor.padEnd(12)} ${rows - wrong.length} of ${rows} right`);
  for (const { what, right, got } of wrong)
    console.log(`  ${what}: ${JSON.stringify(got)}, not ${JSON.stringify(right)}`);
  if (wrong.length > 0) process.exitCode = 1;
}
for (const door of ["imports", "mentions"] as const) {
  const wrong = await readTexts(door);
  console.log(`${door.padEnd(12)} ${fieldTexts.length - wrong.length} of ${fieldTexts.length} right`);
  for (const { what, got } of wrong) console.log(`  ${what}: ${got.join(", ")}`);
  if (wrong.length > 0) process.exitCode = 1;
}
for (const vendor of vendorsWithoutRows()) {
  console.log(`${vendor.padEnd(12)} has no bodies in test/vendors/field: a new vendor must fill it`);
  process.exitCode = 1;
}
